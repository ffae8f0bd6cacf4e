# Solo challenges

colour-named = { $colour ->
     [blue] blue
     [yellow] yellow
     [red] red
    *[green] green
}
turn-named = { $turn ->
     [blue] blue
     [yellow] yellow
     [red] red
    *[green] green
}

S-colour = There is no colour { $colour }; there are blue, yellow, red and green.
S-piece = { $move } is not a piece that { colour-named } has in this challenge.
S-placed = The piece { $piece } in { colour-named } lies on the board already.
S-turn = It is { turn-named }'s turn, not { colour-named }'s: the colours place one after the other.
S-descending = A piece of { $size } must wait: { $missing } larger ones are still to be placed.
S-board = Square { $square } is not on the board of { $size } squares.
S-occupied = Square { $square } is taken.
S-edge = On { $square } the piece would lie edge to edge with another one in { colour-named }.
S-not-there = { $move } does not lie on the board.
S-given = { $move } was given and stays where it is.

# The names of the challenges

title = Solo challenge
title-s1 = S1: place all 84 pieces under the rules of the game
title-s2 = S2: place all 84 pieces, the large ones first
title-s3 = S3: fill 8 x 10 with the fours, equal colours may touch
title-s4 = S4: fill 8 x 10 with the fours, equal colours must not touch
title-s5 = S5: fill 15 x 16 with the fives, equal colours may touch
title-s6 = S6: fill 15 x 16 with the fives, equal colours must not touch
title-own = Puzzle { $size }: equal colours must not touch
level-easy = easy
level-medium = medium
level-hard = hard

# The tutor

verdict-solvable = This can be completed.
verdict-impossible = This cannot be completed.
verdict-unknown = It is not known yet whether this can be completed.
reason-island = { $count ->
    [one] Square { $square } is free but alone, and no piece that is left goes there.
   *[other] Around { $square } there are { $count } free squares, which is not a multiple of { $size }.
}
reason-square = No piece that is left can cover { $square }.
reason-piece = There is no place left for the piece { $piece } in { colour-named }.
reason-room-colour = There is not enough room left for { colour-named }.
reason-room = There is not enough room left for all pieces.
reason-tried = Every possibility was tried: { $count } pieces.
hint-place = Place { $piece } in { colour-named } on { $move }.
hint-take-back = Take back { $piece } in { colour-named } from { $move }.
hint-none = No hint yet.

# Files

no-layout = Line { $line }: this is not a puzzle; a puzzle starts with "{ $heading }".
missing-key = Line { $line }: the puzzle does not say "{ $text }".
repeated-key = Line { $line }: "{ $text }" stands there twice.
unknown-key = Line { $line }: "{ $text }" means nothing here.
bad-line = Line { $line }: "{ $text }" is neither a heading nor a placement.
bad-size = Line { $line }: "{ $text }" is not a size like 8x10, with sides from 1 to 20.
bad-hand = Line { $line }: there is no piece "{ $text }".
no-challenge = Line { $line }: there is no challenge "{ $text }"; there are { $known }.
wrong-number = Line { $line }: placement { $number } stands where { $expected } belongs.
wrong-placement = Line { $line }: { $text } is not possible: { $reason }
too-large = A puzzle of { $size } cannot be made; sides go from { $least } to { $most } squares, and there are at most { $squares } squares.
no-level = There is no level "{ $text }"; there are { $known }.
not-found = No puzzle of { $size } with the level { $level } was found; try another seed.

# The command line

solving = Solving … { $tried } pieces tried
making = Making a puzzle …
stopped = Stopped before a solution was known.
solved-with = Solved with seed { $seed } in { $seconds } s; { $tried } pieces tried.
pieces-left = { $count ->
    [one] One piece is left.
   *[other] { $count } pieces are left.
}
made = { $size }, { $level }, { $givens } of { $pieces } pieces given, seed { $seed }
daily = Puzzle of the day, { $date }: { $size }, { $level }, { $givens } of { $pieces } pieces given
saved = Written to { $file }.
choose-one = Name a challenge (s1 to s6) or a file with --from.
