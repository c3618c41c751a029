"""Zhong 2010, judged: `theory` has what can be derived, `approximation` Table VI.

`pictures` has the figures, `trees` Tables I to III, `rings` Tables IV and V, `headline` what the
paper says of all its data; `common` is the form that all comparisons of methods share.
"""
