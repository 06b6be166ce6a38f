"""What people are to each other: read for whoever asks about themselves."""
