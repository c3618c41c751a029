"""What the explorers share: samples, given or followed, controls, and what was found of them.

`explorer` is the file to begin with; `samples` has what is kept of samples, `coordinates` how they
are sent, `controls` the number of clusters with its label kernel, `fit_message` what a page tells.
Imports `base` and the library; no explorer imports another.
"""
