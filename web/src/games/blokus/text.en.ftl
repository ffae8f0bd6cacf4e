# What only the page says

task-start = Place your first piece on a start square of { colour-named }.
task-place = Place a piece of { colour-named }, corner to corner.
task-shared = Now place a piece of the shared colour { colour-named }.

board-label = Board. Arrows go over its squares. Enter takes a piece, P the next one; then the arrows move it, R turns it, F flips it, N jumps to the next place, Enter places it, Escape drops it.
picture-label = { $count ->
    [0] An empty board
    [one] Board with one piece
   *[other] Board with { $count } pieces
}
square-free = free
square-taken = { colour-named }, { $piece }
square-start = start square of { colour-named }
square-start-any = free start square
square-corner = free, corner of { colour-named }
hand-label = Your pieces
hand-colours = Your colours
piece-held = { $piece }
piece-stuck = { $piece }, fits nowhere
piece-placed = { $piece }, already placed
squares-named = { $count ->
    [one] { $from }
   *[other] { $from } to { $to }
}
held-fits = { $piece } on { squares-named }: fits
held-muted = { $piece } on { squares-named }: does not fit
tools = Piece in hand
turn = Turn
flip = Flip
place = Place
drop = Put back
steps = Move by one square
steps-how = Drag on the board, or use these:
step-left = One square to the left
step-right = One square to the right
step-up = One square up
step-down = One square down

move-long = { colour-named }, { $piece } on { squares-named }
partner-of = with { colour-named }
points = { $count ->
    [one] { $points } point
   *[other] { $points } points
}
seat-out = done
pieces-left = { $count ->
    [one] 1 piece
   *[other] { $count } pieces
}
count-all = everything placed
count-single-last = everything placed, the single square last
about = Lay as many of your pieces as you can: corner to corner, never edge to edge.
facts = 2–4 people · 20–30 minutes

lesson-1 = You are blue. Take the bright piece and put it into your corner: onto the dashed outline.
lesson-2 = From now on every piece touches one of yours, but only at a corner. Put this one onto the outline.
lesson-3 = Never edge to edge with your own colour; others you may touch as you like. Go on towards the middle.
lesson-4 = Large pieces first: room runs out. Whoever has least left at the end wins. One more!
