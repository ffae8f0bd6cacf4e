"""How every learned file was made; not part of the package."""
