// What answers for PerturbationExplorer, in a worker or without one.

import { serve } from "../explorer/parts/serve.js";
import { createPerturbationAnswers } from "./answers.js";

export const servePerturbation = (port) => serve(port, createPerturbationAnswers);
