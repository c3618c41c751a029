"""What summary and figure of the kernel explorer say of an answer of the angle method."""

from __future__ import annotations

import numpy as np


def width_words(sigma):
    """A window's width, and s of the kernel exp(-s d^2) that is the same."""
    return f"σ {sigma:.3g} (s {1 / (4 * sigma**2):.3g})"


def numbers(seen):
    """Read-outs of an answer as (label, value) pairs."""
    divergence = seen.result.divergence
    shown = [
        ("cost (11)", f"{seen.result.history[-1]:z.4f}".replace("-", "\u2212")),
        ("CS divergence", f"{divergence:.2f}" if np.isfinite(divergence) else "\u221e"),
        ("outliers", str(seen.alone.sum())),
    ]
    return shown if seen.error is None else [*shown, ("error", f"{seen.error:.3f}")]
