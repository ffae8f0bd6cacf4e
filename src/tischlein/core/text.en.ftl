# Refusals of the core

bad-setup = { $field } cannot be "{ $value }"; possible: { $allowed }.
bad-deal = The deal is not possible: { $reason }.
bad-folder = { $field }: { $value } holds games of another contest; choose another folder.

# Records

no-record = Line { $line }: this is not a record; a record starts with "{ $heading }".
missing-key = Line { $line }: the record does not say "{ $text }".
repeated-key = Line { $line }: "{ $text }" stands there twice.
bad-number = Line { $line }: "{ $key }" needs a whole number, not "{ $text }".
bad-line = Line { $line }: "{ $text }" is neither a heading nor a move.
bad-tag = "{ $text }" cannot be noted in a record: names are one line, without a colon, and not the record's own.
wrong-ply = Line { $line }: move { $ply } stands where move { $expected } belongs.
no-such-ply = There is no move { $ply }; the record has { $last }.
illegal-move = Move { $ply }, { $move }, is not possible: { $reason }
reason-turn = It is the turn of { $turn }.
reason-set-up = No game leads to this set-up.
reason-late-set-up = Only a set-up at the start can be told as moves.

# Matches

game-over = The game is over.
stale-ply = This move answers a position that has passed (move { $ply }, now { $expected }).
not-your-turn = It is not your turn.
nothing-to-take-back = { $plies } moves cannot be taken back; { $played } were played.

# The turn, for games that say no more

turn = Seat { $seat } is to move.
won = { $count ->
    [one] Seat { $seats } wins.
   *[other] Seats { $seats } share the first place.
}
