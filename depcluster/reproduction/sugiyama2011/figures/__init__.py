"""Sugiyama 2011, drawn: `toys` has Figures 4 to 7, `recorded` Figure 8 and Tables 1 and 2."""
