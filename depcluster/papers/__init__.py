"""The methods, a folder a paper; no paper imports another.

What they share lies below them, in `kernels`, `labels`, `trees`, `search` and `_base`; what they
are compared with is in `reproduction.baselines`, which may import the papers.
"""

PAPERS = ("song2007", "zhong2010", "blaschko2008", "jenssen2006", "sugiyama2011")
