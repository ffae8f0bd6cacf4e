"""A view, drawn: on a terminal and as SVG."""
