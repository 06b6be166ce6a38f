"""Pictures of the tables, for reviewers and for the pages that introduce Staffetta."""
