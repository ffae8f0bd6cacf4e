"""The HTTP interface: routes, schemas, who asks, and the page's files."""
