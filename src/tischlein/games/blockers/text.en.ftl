title = Blockers!

variant-basic = Basic game
variant-basic-about = Two to five people, one colour each: keep your tiles in few groups and take little.
variant-expert = Expert game
variant-expert-about = Two people with two colours each; you choose the colour you play and may take even your own other one.

option-scoring = Scoring
option-scoring-about = Whether the tiles you took cost points.
option-scoring-blockers = Blockers!: groups, and the colour you took most of
option-scoring-uptown = Uptown: groups alone; taken tiles only break ties
option-own-colour = Taking your own second colour
option-own-colour-about = Whether you may take tiles of your own other colour.
option-own-colour-yes = allowed
option-own-colour-no = not allowed

# Colours, in full and as they stand on the terminal's board

colour-red = red
colour-green = green
colour-blue = blue
colour-yellow = yellow
colour-violet = violet
colour-name = { $colour ->
    [red] { colour-red }
    [green] { colour-green }
    [blue] { colour-blue }
    [yellow] { colour-yellow }
   *[violet] { colour-violet }
}

short-red = re
short-green = gr
short-blue = bl
short-yellow = ye
short-violet = vi

# Tiles: numbers and letters stand for themselves

tile-star = star
tile-circle = circle
tile-triangle = triangle
tile-heart = heart
tile-plus = plus
tile-diamond = diamond
tile-moon = moon
tile-clover = clover
tile-note = note
tile-joker = joker
tile-name = { $tile ->
    [star] { tile-star }
    [circle] { tile-circle }
    [triangle] { tile-triangle }
    [heart] { tile-heart }
    [plus] { tile-plus }
    [diamond] { tile-diamond }
    [moon] { tile-moon }
    [clover] { tile-clover }
    [note] { tile-note }
    [joker] { tile-joker }
   *[other] { $tile }
}

# Refusals

R2-colour = You do not play { colour-name }. Choose a tile of your own colour.
R3-rack = The tile "{ tile-name }" is not on your { colour-name } rack. Choose one of the tiles that stand there.
R4-place = The tile "{ tile-name }" does not match { $cell }. Numbers go into their column, letters into their row, symbols into their block.
R5-own = On { $cell } lies a { colour-name } tile already. Choose an empty cell or a tile of another colour.
R6-split = The tile on { $cell } holds its group together, so it may not be taken. Take one whose group stays in one piece.
R9-over = The game is over; nothing more is placed.
R13-own = On { $cell } lies your own other colour, which may not be taken at this table.
R14-closed = { colour-name } is closed: its pile is empty and its last four tiles are shown. Play your other colour.
R16-notation = "{ $move }" is not a move. Write cell and tile, such as G2:moon or G2:2; with two colours G2:red-moon.
R16-colour = "{ $move }" does not say which of your two colours you play. Write it before the tile, such as G2:red-moon.

# Drawings

heading = { title } · { $variant }
seat = Seat { $seat }
you = you
rack = Rack
pile = Pile { $count }
hidden = { $count } hidden
closed = closed
taken = Taken { $count }
in-pile = { $count } in the pile
groups = { $count ->
    [one] { $count } group
   *[other] { $count } groups
}
most = { $count } of one colour
sum = { $groups } + { $most }
points = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
last = Last move: { $move }
skipped = { seat } can place nothing and is skipped.
turn = It is the turn of seat { $seat }.
turn-you = It is your turn: place one tile.
won = Seat { $seat } has won.
shared = Seats { $seats } share the win.
