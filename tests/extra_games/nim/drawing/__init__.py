"""A view, drawn: for a terminal and as SVG."""
