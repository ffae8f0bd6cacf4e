"""The commands for whoever runs a server."""
