// Formulas stand in rendered text only, never in code. No menu: parts of it load more files.
// The widgets ask for formulas in the words of MathJax 2.
const widgetFormulas = {
  Queue: ([, , element]) => MathJax.startup?.promise?.then(() => MathJax.typesetPromise([element])),
};
window.MathJax = {
  tex: { inlineMath: [["$", "$"], ["\\(", "\\)"]], processEscapes: true },
  options: {
    ignoreHtmlClass: "jp-Notebook",
    processHtmlClass: "jp-RenderedHTMLCommon|jp-RenderedLatex",
    enableMenu: false,
  },
  startup: {
    ready() {
      MathJax.Hub = widgetFormulas;
      MathJax.startup.defaultReady();
    },
  },
  Hub: widgetFormulas,
};
