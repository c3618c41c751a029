"""How nbconvert makes a page of pictures: each widget's PNG with its description."""

import re
from pathlib import Path

c = get_config()  # noqa: F821

c.NbConvertBase.display_data_priority = [
    "image/png",
    "text/html",
    "text/markdown",
    "image/svg+xml",
    "text/latex",
    "image/jpeg",
    "text/plain",
]
c.HTMLExporter.template_name = "as_pictures"
c.TemplateExporter.extra_template_basedirs = [str(Path(__file__).parents[1])]
c.TemplateExporter.filters = {"at_rest": lambda page: re.sub(r' onload="[^"]*"', "", page)}
