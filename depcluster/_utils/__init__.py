"""What is no mathematics and every subpackage may use: progress, processes, threads, tables."""
