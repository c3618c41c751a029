"""What the explorers share: the protocol of question and answer, samples that follow a source.

`explorer` has the protocol and is the file to begin with, `question` what is asked, `following`
the source, `controls` the number of clusters with its label kernel, `search` what two methods
compute alike, `groups` clusters under other names, `answer` words. Imports `base` and the
library; no explorer imports another.
"""
