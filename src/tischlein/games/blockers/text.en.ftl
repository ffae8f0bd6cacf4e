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
option-colours = Colours
option-colours-about = Everybody chooses a colour; each is there only once.
option-colours-red = Red
option-colours-green = Green
option-colours-blue = Blue
option-colours-yellow = Yellow
option-colours-violet = Violet

# Colours, in full and as they stand on the terminal's board

# What each level sees
level-1 = Looks at a few moves and wants few groups of its own.
level-2 = Looks at more moves, but still misses many.
level-3 = Sees every move that keeps its own groups together.
level-4 = Thinks of the tiles still to come, but misses some moves.
level-5 = Sees all moves and thinks of the tiles still to come.
level-6 = Also gets in the way of the others.
level-7 = Tries dozens of games in its head before each move.
level-8 = Tries hundreds of games in its head.
level-9 = Tries thousands of games in its head.
level-10 = Tries up to sixteen thousand games: as strong as it gets.

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
R4-place = “{ tile-name }” does not fit { $cell }: numbers go into their column, letters into their row, symbols into their block.
R5-own = On { $cell } lies a { colour-name } tile already. Choose an empty cell or a tile of another colour.
R6-split = The tile on { $cell } holds its group together. Take one whose group stays in one piece.
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

# The coach

coach-begins = The tile stands alone and begins a new { colour-name } group.
coach-grows = It makes one { colour-name } group larger: { $size } tiles.
coach-joins = It joins { $count } { colour-name } groups into one of { $size } tiles.
coach-room = { $count ->
    [0] No tile that is left fits an empty cell beside the group.
    [one] The group can grow on one empty cell; of the tiles that are left { $tiles ->
        [one] one fits
       *[other] { $tiles } fit
    } there.
   *[other] The group can grow on { $count } empty cells; of the tiles that are left { $tiles ->
        [one] one fits
       *[other] { $tiles } fit
    } there.
}
coach-takes = { $count ->
    [0] It takes a { colour-name } tile, which costs no point.
    [one] It takes a { colour-name } tile, which costs a point.
   *[other] It takes a { colour-name } tile, which costs { $count } points.
}
coach-frees = The taken tile stood alone: { colour-name } has a group less now.
coach-parts = It stands between { $count } { colour-name } groups.
coach-joker = The joker was not needed here: “{ tile-name }” was on the rack and fits the same cell.
coach-spends = “{ tile-name }” also fits { $cell }: there it would have joined { $count } { colour-name } groups.
coach-gap = { $count ->
    [0] No { colour-name } tile is left that could close the gap on { $cell }.
    [one] A single { colour-name } tile is left that could close the gap on { $cell }.
   *[other] Only { $count } { colour-name } tiles are left that could close the gap on { $cell }.
}

# Exercises
exercise-group = Win a group: find the only move that joins { $count }.
exercise-quiet = Find the only move that costs no point.
