"""What Jenssen 2006 says, and what came out: theory, width rules, toys, real data, outliers.

Two words of the paper are read the same way in every row. "Correct" and "perfect": at most 1 % of
the points wrong (`curves.RIGHT`). "Good" and "reasonable": at most 5 % (`curves.GOOD`).
"""
