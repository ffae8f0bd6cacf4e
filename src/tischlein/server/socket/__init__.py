"""The WebSocket of a page at a table: its messages and its connection."""
