"""The HTTP interface: routes, schemas, and the page's files."""
