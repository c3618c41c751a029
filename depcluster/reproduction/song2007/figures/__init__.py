"""Song 2007, drawn: `kernels` has Figures 1 and 2 and Table 1, `labels` Figures 3 and 4."""
