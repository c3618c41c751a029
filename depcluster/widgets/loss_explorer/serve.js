// What answers for LossExplorer, in a worker or without one.

import { serve } from "../explorer/parts/serve.js";
import { createLossAnswers } from "./answers.js";

export const serveLoss = (port) => serve(port, createLossAnswers);
