"""One module per kind of decision: its question, its legal answers and their effects."""
