// What answers for TaxonomyExplorer, in a worker or without one.

import { serve } from "../../explorer/parts/serve.js";
import { createTaxonomyAnswers } from "./answers.js";

export const serveTaxonomy = (port) => serve(port, createTaxonomyAnswers);
