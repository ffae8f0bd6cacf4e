# Refusals

no-gtp = { $field }: { $game } is not played over the Go Text Protocol
engine-failed = The program { $command } does not play: { $reason }
