"""Zhong 2010, drawn: `structures` has Figures 2 to 4, `mistakes` Figures 1 and 5 to 7.

`accuracies` has Tables I to IV, `special_cases` Tables V and VI.
"""
