"""Zhong 2010: what a loss on the labels does to the label kernel and the clusters."""

from .widget import LossExplorer
