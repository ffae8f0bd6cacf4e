"""Who asks: keys and secrets, addresses behind proxies, and how much each may ask for."""
