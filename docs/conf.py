"""How Sphinx makes the site: ``sphinx-build -d build/doctrees docs build/site``."""

import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT / "tools")]

from maker.third_party import FOLDER, SERVED  # noqa: E402

import depcluster  # noqa: E402

_project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
project = _project["name"]
author = _project["authors"][0]["name"]
copyright = author
version = release = depcluster.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "myst_nb",
    "sphinx_design",
    "maker",  # after autosummary and before codeautolink, which asks which pages there are
    "sphinx_codeautolink",
]
exclude_patterns = ["maker", "templates", "designs.md"]  # that is pages/designs
templates_path = ["templates"]

myst_enable_extensions = ["colon_fence", "dollarmath", "amsmath"]
myst_heading_anchors = 3
myst_dmath_double_inline = True
nb_execution_mode = "off"
myst_update_mathjax = False

add_module_names = False
add_function_parentheses = False
toc_object_entries_show_parents = "hide"
smartquotes_action = "De"  # "rbf" is code and keeps its quotes
autodoc_typehints = "none"
autodoc_preserve_defaults = True
autosummary_generate = ["reference.rst"]
codeautolink_concat_default = True  # names that one cell imports are those of the next
codeautolink_custom_blocks = {
    "ipython3": "sphinx_codeautolink.clean_ipython",
    "ipython": "sphinx_codeautolink.clean_ipython",
}
# Values that cannot be kept for the next build; examples whose flags of doctest Sphinx takes away.
suppress_warnings = ["config.cache", "codeautolink.match_block"]
numpydoc_show_class_members = False
numpydoc_xref_param_type = True
numpydoc_xref_ignore = "all"
default_role = "py:obj"
highlight_language = "python"

html_theme = "pydata_sphinx_theme"
html_title = "depcluster"
html_static_path = ["static", "../build/made"]
html_static_path += [str(FOLDER / name) for name in SERVED.values()]
html_css_files = ["site.css", "stage.css"]
html_js_files = ["theme.js", "verdicts.js", "stage.js"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "logo": {"text": "depcluster"},
    "icon_links": [
        {
            "name": "Repository",
            "url": _project["urls"]["Repository"],
            "icon": "fa-brands fa-github",
        },
    ],
    "navbar_persistent": [],
    "navbar_end": ["search-button", "theme-switcher", "navbar-icon-links"],
    "header_links_before_dropdown": 7,
    "show_toc_level": 1,
    "navigation_with_keys": False,
    "secondary_sidebar_items": {"**": ["page-toc"], "index": [], "search": []},
    "collapse_navigation": True,
    "footer_start": ["copyright"],
    "footer_end": ["sphinx-version"],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
_WIDE = ("index", "install", "guide", "your_data", "search", "show", "pages/*")
html_sidebars = {page: [] for page in _WIDE}
