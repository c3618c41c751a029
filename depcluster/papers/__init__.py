"""The methods, a folder a paper; no paper imports another.

What they share lies below them (`kernels`, `labels`, `trees`, `search`) and in `kernel_clusterer`,
the fit, `new_samples`, what comes after it, and `weighted`, the search behind the functions; what
they are compared with is in `baselines`, which may import the papers.
"""
