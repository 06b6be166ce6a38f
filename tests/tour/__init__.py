"""Pictures of the tables, for reviewers and for the pages that tell what Staffetta is."""
