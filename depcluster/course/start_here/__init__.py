"""What the notebook start_here shows."""
