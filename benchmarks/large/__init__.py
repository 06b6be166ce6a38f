"""What must cost the same however many tables and games there are."""
