"""All data of one person, by subject, and the reasons why some data is left out."""
