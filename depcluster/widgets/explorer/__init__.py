"""What the explorers share: the protocol of question and answer, samples that follow a pad.

Imports `base` and the library; no explorer imports another.
"""
