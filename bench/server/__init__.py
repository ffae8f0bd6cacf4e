"""What a server bears."""
