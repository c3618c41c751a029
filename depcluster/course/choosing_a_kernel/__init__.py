"""What the notebook choosing_a_kernel shows."""
