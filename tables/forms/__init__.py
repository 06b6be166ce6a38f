"""Forms for user input. They check its format and size; the services decide whether it is allowed."""
