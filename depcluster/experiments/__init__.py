"""The papers' experiments as they are set up here: toys, kernels, pictures, measures of right.

A module a paper, which its notebook's lesson and its reproduction share. Stands above `papers`,
`baselines` and `datasets`; below `reproduction` and `lessons`.
"""
