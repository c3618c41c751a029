"""Figures as inline SVG in the colours of the page, for HTML that may carry a style.

`drawing` lets matplotlib draw, `tidy` makes its SVG small, `theme` gives it the page's colours,
`pictures` treats images, `panes` finds what stands below each other on a narrow page, and `svg`
puts them together. Imports `palette` only.
"""
