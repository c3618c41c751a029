"""Song 2007, judged: sections 1 to 5, kernels, bound, low rank, `labels` and `pictures`."""
