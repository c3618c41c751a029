// Formulas stand in rendered text only, never in code. No menu: parts of it load more files.
window.MathJax = {
  tex: { inlineMath: [["$", "$"], ["\\(", "\\)"]], processEscapes: true },
  options: {
    ignoreHtmlClass: "jp-Notebook",
    processHtmlClass: "jp-RenderedHTMLCommon|jp-RenderedLatex",
    enableMenu: false,
  },
};
