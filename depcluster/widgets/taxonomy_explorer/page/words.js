// The taxonomy explorer's answer in words, and its line of Python.

import { counted } from "../../base/parts/common.js";
import { changedWords } from "../../explorer/parts/changed.js";
import { labelKernelText } from "../../label_kernel_editor/algebra.js";

const SAME = 1e-9; // of (1), within which two starts ended at the same place
const ENDS = { cycle: "; its loop came back to labels it had met", max_iter: "; its loop was cut" };

export const unitOf = (fit) =>
  fit === "objective" ? "squared feature distance" : "feature distance";

// `reached` is (1) of every start made, none of them where all were made elsewhere.
export function statusWords({ c, structure, preset }, search, { drawn, n_init }, labels, since) {
  const { best, reached, isSettled } = search,
    all = counted(n_init, "start");
  const what = structure === "fixed" ? `fixed structure, ${preset}` : `${structure} structure`;
  const moved = changedWords(labels, since).replace("point", "sample");
  const words = [drawn, `${counted(c, "cluster")}, ${what}`, moved].filter(Boolean).join("; ");
  if (!isSettled)
    return reached.length ? `${words}; best of ${reached.length} of ${all} so far` : words;
  const equal = reached.filter(
    (J) => Math.abs(J - best.objective) <= SAME * Math.abs(best.objective),
  ).length;
  return `${words}${equal ? `; reached by ${equal} of ${all}` : ""}${ENDS[best.stopped] ?? ""}`;
}

export function pythonLine({ c, structure, A, preset }, data) {
  let given = `"${structure}"`,
    options = "";
  if (structure === "fixed") {
    const text = labelKernelText(A, preset);
    given = text.startsWith('"') ? `labels.preset(${text}, ${c})` : text;
  }
  if (data.tree_fit !== "nni" && structure === "tree") options = `, tree_fit="${data.tree_fit}"`;
  const width = data.gamma ? `, gamma=${Number(data.gamma.toPrecision(6))}` : "";
  return (
    `NumericalTaxonomy(${c}, structure=${given}${options}, kernel="${data.kernel}"${width}, `
    + `n_init=${data.n_init}, random_state=${data.random_state}).fit_predict(${data.called})`
  );
}
