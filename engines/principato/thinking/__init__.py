"""Bot logic: its weights, expectations and valuations, and its choices in turns and scorings."""
