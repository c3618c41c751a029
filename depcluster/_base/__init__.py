"""What the estimators share.

`estimator` makes a class of its parameters and fits all or nothing. `kernel_clusterer` is the fit
with a kernel, `blockwise` with `dask_rows` that of rows in blocks, `new_samples` and `prediction`
what comes after; `weighted` is the search behind the functions.
"""
