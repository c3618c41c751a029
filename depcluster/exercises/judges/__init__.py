"""The judges of answers and the likely wrong answers, one file a notebook."""
