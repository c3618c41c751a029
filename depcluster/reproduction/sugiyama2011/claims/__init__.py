"""Sugiyama 2011, judged: theory, footnotes, the toys of Figures 4 to 8, the tables, times."""
