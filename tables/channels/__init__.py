"""What is told by other ways than mail, and how it is put for each of them."""
