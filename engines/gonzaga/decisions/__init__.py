"""One module per kind of decision: what is asked, what is legal, what it does."""
