// Formulas as MathML: node formulas.cjs TEMML, [[TeX, whether it stands alone]] in, [{ mathml or
// error }] out.
"use strict";
const temml = require(process.argv[2]);
const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
const told = asked.map(([tex, displayMode]) => {
  try {
    return { mathml: temml.renderToString(tex, { displayMode, throwOnError: true }) };
  } catch (error) {
    return { error: error.message };
  }
});
process.stdout.write(JSON.stringify(told));
