// Light and dark: as the system has it, until the button says otherwise.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  try {
    chosen = localStorage.getItem("gallery-theme");
  } catch {
    // A browser may keep no storage for files; then a choice lasts for one page.
  }
  const isDark = () => (chosen ? chosen === "dark" : system.matches);

  function show() {
    const dark = isDark();
    for (const sheet of document.querySelectorAll("link[data-dark]")) {
      sheet.media = dark ? "all" : "not all";
    }
    document.body.dataset.jpThemeLight = String(!dark);
    const button = document.querySelector("[data-theme-toggle]");
    if (!button) return;
    button.hidden = false;
    button.textContent = dark ? "Light page" : "Dark page";
  }

  function toggle() {
    chosen = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("gallery-theme", chosen);
    } catch {
      // As above.
    }
    show();
  }

  system.addEventListener("change", show);
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector("[data-theme-toggle]").addEventListener("click", toggle);
    show();
  });
  show();
})();
