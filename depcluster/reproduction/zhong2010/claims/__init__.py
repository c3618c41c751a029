"""Zhong 2010, judged: `theory` has what can be derived, `approximation` Table VI.

`pictures` has the figures, `tables` Tables I to V, `headline` what the paper says of all its data;
`common` is the form that all comparisons of methods share.
"""
