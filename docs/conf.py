"""How the site is made: Sphinx, Markdown by MyST, the theme Furo. Run by `make docs`; needs no network."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from cellwise import __version__

project = "Cellwise"
author = "the Cellwise contributors"
project_copyright = author
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "docstrings",
    "generated",
    "equations",
    "glossary_links",
    "notebook_pages",
    "live_figures",
    "navigation",
]
exclude_patterns = ["_build", "_ext", "_live"]
source_suffix = {".md": "markdown"}

# Links of the repository's own form `[here](#heading)` work in the site as well.
myst_heading_anchors = 4
myst_links_external_new_tab = False
# Equations are written between dollar signs, and are drawn into the pages: the site needs no network.
myst_enable_extensions = ["dollarmath"]
html_math_renderer = "drawn"

# The docstrings write `name` for code.
default_role = "code"
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
napoleon_google_docstring = False
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"Cellwise {__version__}"
html_favicon = "../web/public/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
if tags.has("site"):  # noqa: F821  # Sphinx has it here
    # `make site` adds the simulator for browsers to the pages.
    html_static_path += ["_live"]
    html_css_files += ["figures.css"]
    html_js_files = [("figures.js", {"type": "module"}), ("offline.js", {"type": "module"})]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5394", "color-brand-content": "#0b5394"},
    "dark_css_variables": {"color-brand-primary": "#7fb2e5", "color-brand-content": "#7fb2e5"},
}
# Readable by all: at least 4.5 to 1.
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
