"""Where long work runs: in processes here or on Ray, in jobs or in pieces that a stopped run takes up again."""
