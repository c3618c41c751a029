"""Small graphs of two pieces, for the eigenvectors of kernels."""

from __future__ import annotations

import numpy as np

TRIANGLE = [[0, 0], [1, 0.9], [0, 1.8], [2.4, 0.4], [2.4, 1.6]]
PATH = [[0, 0], [1, 0.35], [2, 0], [3, 0.35], [4.4, -0.3], [4.4, 0.7]]


def triangle_and_pair(pair):
    """K of a triangle of weights 0.5 and a pair, shape (5, 5)."""
    K = np.eye(5)
    K[:3, :3] += 0.5 * (1 - np.eye(3))
    K[3:, 3:] += pair * (1 - np.eye(2))
    return K


def path_and_pair(pair):
    """K of four points in a row, linked at 0.9, and a pair, shape (6, 6)."""
    links = np.array([0.9, 0.9, 0.9, 0, pair])
    return np.eye(6) + np.diag(links, 1) + np.diag(links, -1)
