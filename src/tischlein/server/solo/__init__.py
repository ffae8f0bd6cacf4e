"""The solo page's part of the server."""
