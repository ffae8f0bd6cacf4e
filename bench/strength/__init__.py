"""How strong the bots are, and whether they keep their time."""
