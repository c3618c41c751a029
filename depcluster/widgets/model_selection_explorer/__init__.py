"""Sugiyama 2011: SMIC along its kernel parameter, judged by LSMI."""

from .widget import ModelSelectionExplorer
