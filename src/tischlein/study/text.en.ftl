no-such-node = There is no position { $path } in this study.
no-study = This is not a study: { $reason }
bad-node = After { $path } the move “{ $move }” cannot be played: { $reason }

exercise-win = Find the only move that wins.
exercise-hold = Find the only move that does not lose.
exercise-best = Find the move that is clearly the best.

phase-opening = opening
phase-middle = middle
phase-end = end
