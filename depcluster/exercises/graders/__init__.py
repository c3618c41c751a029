"""The graders of the answers: a module a notebook, a function an exercise."""

# In the order in which the notebooks are read, which is that of `EXERCISES`.
from . import song2007_labels, song2007_kernels, zhong2010  # isort: skip
from . import blaschko2008, jenssen2006, sugiyama2011
