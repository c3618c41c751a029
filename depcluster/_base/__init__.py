"""What the estimators share.

Every method stands directly on one class: on `Estimator` (`estimator`) if it takes a table, on
`KernelEstimator` (`kernel_estimator`) if it has a kernel. That fits rows in blocks by `blockwise`,
with dask by `dask_rows`, and leaves new samples to a predictor (`prediction`). `weighted` is the
search behind the functions.
"""
