title = Blokus

variant-classic = Classic
variant-classic-about = Four people, one colour each, on 20 by 20 squares.
variant-teams = Teams
variant-teams-about = Four people in two teams: blue and red against yellow and green.
variant-two = Two players
variant-two-about = Two people with two colours each: blue and red against yellow and green.
variant-three = Three players
variant-three-about = Three people, one colour each; they place the fourth colour in turn and its score is ignored.
variant-duo = Duo
variant-duo-about = Two people, one colour each, on 14 by 14 squares.

option-corners = Start squares
option-corners-about = Whether each colour has its own start square or chooses one.
option-corners-fixed = Each colour has its own
option-corners-free = Any start square that is still free
option-fourth = Fourth colour
option-fourth-about = The colour that nobody owns and that the three place in turn.
option-fourth-green = Green
option-fourth-blue = Blue
option-fourth-yellow = Yellow
option-fourth-red = Red

# What each level sees
level-1 = Lays large pieces toward the middle, wherever they fit.
level-2 = Also looks at the corners it opens for itself.
level-3 = Looks at the others' corners too, but takes any place that looks good.
level-4 = Looks at everybody's corners and seldom misses a good place.
level-5 = Tries a handful of games in its head before each move.
level-6 = Tries dozens of games in its head.
level-7 = Tries a hundred games in its head.
level-8 = Tries hundreds of games in its head.
level-9 = Tries thousands of games and knows good openings.
level-10 = Tries up to a hundred thousand games: as strong as it gets.

colour-blue = Blue
colour-yellow = Yellow
colour-red = Red
colour-green = Green
colour-violet = Violet

# The colour that a sentence is about.
colour-named = { $colour ->
    [blue] Blue
    [yellow] Yellow
    [red] Red
    [green] Green
   *[violet] Violet
}

piece-1 = single square
piece-2 = two
piece-I3 = straight three
piece-V3 = bent three
piece-I4 = straight four
piece-L4 = L of four
piece-O = square of four
piece-T4 = T of four
piece-Z4 = Z of four
piece-F = F
piece-I5 = straight five
piece-L5 = L of five
piece-N = N
piece-P = P
piece-T5 = T of five
piece-U = U
piece-V5 = V of five
piece-W = stairs (W)
piece-X = cross (X)
piece-Y = Y
piece-Z5 = Z of five

# Broken rules
R1-shape = These squares do not form one of the 21 pieces. A piece has one to five squares that hang together edge to edge.
R3-placed = { colour-named } has placed the piece { $piece } already. Choose one that is still left.
R4-board = Square { $square } is not on the board, which has { $size } by { $size } squares.
R4-occupied = Square { $square } is taken. A piece lies on free squares only.
R5-start = The first piece of { colour-named } must cover a start square: { $starts }.
R6-corner = There the piece touches { colour-named } at no corner. Lay it corner to corner to another piece.
R7-edge = On { $square } the piece would lie edge to edge with { colour-named }. The same colour touches only at corners.
R9-over = The game is over; nobody can place a piece any more.
R16-unreadable = “{ $text }” is not a square. Write the squares that the piece covers, such as e5,e6,f6.
R16-twice = Square { $square } is named twice. Name each square of the piece once.

# Drawings
seat = seat { $number }
shared = in turn
out = out
bonus-all = all placed: +{ $points }
bonus-single-last = all placed, single square last: +{ $points }
last-move = Last move: { colour-named }, { $piece } on { $move }
your-turn = { colour-named } is to move (seat { $number }).
winner = { $count ->
    [one] Seat { $seats } wins with { $score } points.
   *[other] Seats { $seats } win with { $score } points.
}
squares-left = { $count ->
    [0] nothing left
    [one] 1 square left
   *[other] { $count } squares left
}

# The coach
coach-opens = { $count ->
    [one] It opens a new corner for { colour-named }.
   *[other] It opens { $count } new corners for { colour-named }.
}
coach-closes = { $count ->
    [one] It closes a corner of { colour-named }.
   *[other] It closes { $count } corners of { colour-named }.
}
coach-reaches-more = { colour-named } now reaches { $after } squares, { $before } before.
coach-reaches-less = { colour-named } reaches only { $after } squares now, { $before } before.
coach-no-place = { $count ->
    [one] { colour-named }’s piece { $pieces } no longer fits anywhere.
   *[other] { colour-named }’s pieces { $pieces } no longer fit anywhere.
}
coach-big-piece = { $count ->
    [one] { colour-named } still holds the { $piece }, and it fits in a single place.
   *[other] { colour-named } still holds the { $piece }, and it fits in only { $count } places.
}
coach-keeps = { $count ->
    [one] It covers only { $size ->
        [one] one square
       *[other] { $size } squares
    }, and a piece of five that would have fitted stays in hand.
   *[other] It covers only { $size ->
        [one] one square
       *[other] { $size } squares
    }, and { $count } pieces of five that would have fitted stay in hand.
}

# Exercises
exercise-most = Lay most: find the only move that is sure of { $count } squares.
exercise-corner = Keep the corner: { $count } squares are in danger. Find the best move.
