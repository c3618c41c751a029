// Front ends of widgets stand beside the pages, and nowhere else.
require.config({
  baseUrl: document.documentElement.dataset.content_root + "_static",
});
