// What answers for KernelExplorer, in a worker or without one.

import { serve } from "../explorer/parts/serve.js";
import { createKernelAnswers } from "./answers.js";

export const serveKernel = (port) => serve(port, createKernelAnswers);
