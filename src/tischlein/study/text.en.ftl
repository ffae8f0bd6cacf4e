no-such-node = There is no position { $path } in this study.
no-study = This is not a study: { $reason }
bad-node = After { $path } the move “{ $move }” cannot be played: { $reason }

exercise-best = Find the move that is clearly the best.
exercise-own = From your game: find the move that is clearly the best.
exercise-better = From your game: find a clearly better move.

phase-opening = opening
phase-middle = middle
phase-end = end

seat = Seat { $number }
accuracy = accuracy
turning-point = Move { $ply }, { $name }: { $move } – chances { $before } % before, { $after } % after
better-was = Better was { $move }:
answer-is = The best answer to the move that was played is { $move }:
played = played: { $move }
better = better: { $move }
