"""Song 2007, judged: `kernels` for the data kernel and the bound, `labels` for the label kernel."""
