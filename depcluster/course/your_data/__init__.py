"""What the notebook your_data shows."""
