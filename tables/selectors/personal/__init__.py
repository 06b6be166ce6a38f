"""All that the site knows of one person, by subject; what is not handed out, and why."""
