// The theme's arrows that unfold a part of the navigation have no name of their own.
for (const arrow of document.querySelectorAll("nav.bd-links summary")) {
  const part = arrow.closest("li").querySelector("a").textContent.trim();
  arrow.setAttribute("aria-label", `Pages of ${part}`);
}
