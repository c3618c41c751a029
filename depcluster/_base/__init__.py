"""What the estimators share: the fit with a kernel, weights, prediction, rows in blocks."""
