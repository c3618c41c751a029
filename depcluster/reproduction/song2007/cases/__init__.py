"""What figures and claims of Song 2007 share: `kernels` and `labels`."""
