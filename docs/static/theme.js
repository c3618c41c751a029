// Tells the notebooks' outputs which theme the page has, in JupyterLab's words.
(() => {
  const page = document.documentElement;
  const tell = () => {
    if (document.body) document.body.dataset.jpThemeLight = String(page.dataset.theme !== "dark");
  };
  new MutationObserver(tell).observe(page, { attributes: true, attributeFilter: ["data-theme"] });
  document.addEventListener("DOMContentLoaded", tell);
  tell();
})();
