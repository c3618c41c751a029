"""The exercises of each paper notebook: task, solution, hints and likely wrong answers."""
