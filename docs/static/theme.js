// Tells the outputs of notebooks which theme the page has, in the words of JupyterLab.
(() => {
  const page = document.documentElement;
  // At a first visit the theme would choose when all of the page is styled, and style it anew.
  page.dataset.mode ||= "auto";
  page.dataset.theme ||= matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const tell = () => {
    if (document.body) document.body.dataset.jpThemeLight = String(page.dataset.theme !== "dark");
  };
  new MutationObserver(tell).observe(page, { attributes: true, attributeFilter: ["data-theme"] });
  document.addEventListener("DOMContentLoaded", tell);
  tell();
})();

// A page opened from a disk may not read its neighbours: results of a search go without excerpts.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

// The arrows that unfold a part of the list of pages have no name of their own.
document.addEventListener("DOMContentLoaded", () => {
  for (const arrow of document.querySelectorAll("summary:has(> .toctree-toggle)")) {
    const part = arrow.closest("li").querySelector("a").textContent.trim();
    arrow.setAttribute("aria-label", `Pages of ${part}`);
  }
});
