# What only the page says

about = Form few groups and take little: the fewest points win.
facts = 2–5 people · 30 minutes · age 8+

task-one = Place a { colour-name } tile.
task-two = Place a { colour-name } or { $other } tile.
task-last = Place your last { colour-name } tile; four are left over.
task-skipped = { colour-name } can place nothing and is skipped.

board-label = Board. Arrows go over the cells. Digits choose a tile of your rack, P the next one. N jumps to the next cell that it fits, Enter places it, Escape puts it back.
picture-label = { $count ->
    [0] An empty board
    [one] Board with one tile
   *[other] Board with { $count } tiles
}
hand-label = Your rack
rack-label = { colour-name } rack
pile-empty = pile empty, last turn
tile-coloured = { colour-name } { tile-name }
tile-stuck = { $name }, fits nowhere
must-take = Nothing fits an empty cell: you must take a tile.
held-cells = { $name }: { $free ->
    [0] no empty cell
    [one] 1 empty cell
   *[other] { $free } empty cells
}, { $take ->
    [0] nothing to take
   *[other] { $take } to take
}.
held-nowhere = { $name } fits nowhere.
held-fits = Fits.
held-takes = Fits and takes { colour-name }.
held-muted = Does not fit.
cell-empty = { $cell }, { $symbol }: empty.
cell-laid = { $cell }, { $symbol }: { colour-name } { tile-name }.
read-empty = { tile-name }, empty
cell-locked = Holds its group together.
cell-fits = Fits { $cell }: { $tiles }.
cell-fits-none = None of your tiles fits { $cell }.
tools = Tile in hand
place = Place
drop = Put back

seats-label = Groups and taken tiles
seat-rack = { colour-name }: { $count } on the rack, { $pile } in the pile
seat-closed = { colour-name }: { closed }
seat-skipped = skipped
seat-took = took { $count }

score-detail = { $groups } + { $most }
move-long = { colour-name }, { tile-name } on { $cell }
move-takes = { colour-name }, { tile-name } on { $cell }, takes { $took }
count-groups = { $groups } of { colour-name }
count-nothing = Took nothing
count-most = Took most of { $colours }
count-equal = Took { $count } each of { $colours }; one colour counts
count-tie = Equal points: took { $count } in all

lesson-1 = You are red. A number belongs in its column: take the outlined one and put it on the outlined cell.
lesson-2 = A letter belongs in its row. Put it beside your tile, so that it stays a single group.
lesson-3 = A symbol fits every cell with that symbol. Beside the others again: few groups are few points.
lesson-4 = You may also take a tile of somebody else, if its group does not fall apart. But what you take counts!
