"""The figures that Sugiyama 2011 prints, for `sugiyama_tables.py`."""

# Figures 4 and 5: ARI of one draw.
SMIC_TOYS = {"blobs": 1.0, "circle & Gaussian": 1.0, "spirals": 1.0, "high & low": 0.773}
MIC_TOYS = {"blobs": 1.0, "circle & Gaussian": 1.0, "spirals": 0.021, "high & low": 0.173}

_METHODS = ("KM", "SC", "MNN", "MIC", "SMIC")


def _row(*cells):
    """ARI, mean and standard deviation, by method."""
    return dict(zip(_METHODS, cells, strict=True))


# Table 1.
REAL = {
    "digit": _row((0.42, 0.01), (0.24, 0.02), (0.44, 0.03), (0.63, 0.08), (0.63, 0.05)),
    "face": _row((0.60, 0.11), (0.62, 0.11), (0.47, 0.10), (0.64, 0.12), (0.65, 0.11)),
    "document": _row((0.00, 0.00), (0.09, 0.02), (0.09, 0.02), (0.01, 0.02), (0.19, 0.03)),
    "word": _row((0.04, 0.05), (0.02, 0.01), (0.02, 0.02), (0.04, 0.04), (0.08, 0.05)),
    "accelerometry": _row((0.49, 0.04), (0.58, 0.14), (0.71, 0.05), (0.57, 0.23), (0.68, 0.12)),
    "speech": _row((0.00, 0.00), (0.00, 0.00), (0.04, 0.15), (0.18, 0.16), (0.21, 0.25)),
}

# Table 1, seconds; of MIC and SMIC at the chosen parameter, then with the choice.
SECONDS = {
    "digit": _row(835.9, 973.3, 318.5, (84.4, 3631.7), (14.4, 359.5)),
    "face": _row(93.3, 2.1, 1.0, (1.4, 30.8), (0.0, 19.3)),
    "document": _row(77.8, 9.7, 6.4, (3.4, 530.5), (0.3, 115.3)),
    "word": _row(6.5, 5.9, 2.2, (1.0, 369.6), (0.2, 203.9)),
    "accelerometry": _row(0.4, 3.3, 1.9, (0.8, 410.6), (0.2, 92.6)),
    "speech": _row(0.9, 4.2, 1.8, (0.7, 413.4), (0.3, 179.7)),
}

# Table 2, by set and the factor by which the first class is larger.
IMBALANCED = {
    ("digit", 2): _row((0.52, 0.01), (0.21, 0.02), (0.43, 0.04), (0.60, 0.05), (0.63, 0.05)),
    ("document", 2): _row((0.01, 0.01), (0.10, 0.03), (0.10, 0.02), (0.01, 0.02), (0.19, 0.04)),
    ("document", 3): _row((0.01, 0.01), (0.10, 0.03), (0.09, 0.02), (-0.01, 0.03), (0.16, 0.05)),
    ("document", 4): _row((0.02, 0.01), (0.09, 0.03), (0.08, 0.02), (0.00, 0.04), (0.14, 0.05)),
    ("word", 2): _row((0.00, 0.07), (-0.01, 0.01), (0.01, 0.02), (-0.02, 0.05), (0.03, 0.05)),
    ("accelerometry", 2): _row(
        (0.48, 0.05), (0.54, 0.14), (0.58, 0.11), (0.49, 0.19), (0.69, 0.16)
    ),
    ("accelerometry", 3): _row(
        (0.49, 0.05), (0.47, 0.10), (0.42, 0.12), (0.42, 0.14), (0.66, 0.20)
    ),
    ("accelerometry", 4): _row(
        (0.49, 0.06), (0.38, 0.11), (0.31, 0.09), (0.40, 0.18), (0.56, 0.22)
    ),
}
