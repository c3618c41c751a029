// What answers for ModelSelectionExplorer, in a worker or without one.

import { serve } from "../explorer/parts/serve.js";
import { createSelectionAnswers } from "./answers.js";

export const serveSelection = (port) => serve(port, createSelectionAnswers);
