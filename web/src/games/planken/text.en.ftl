# What only the page says

about = Lay planks and drive in nails: three of your own in three colours in a line win.
facts = 2–4 people

task-begin = Lay a plank and set a nail on it.
task-set = Set a nail, with or without a new plank.
task-move = Move one of your nails to another plank.
task-choose = Keep your side, or swap it with the other.

task-skipped = { $name } is skipped.

step-wait = Your planks and nails
step-begin = Take a plank to begin.
step-set = Choose a field or a plank.
step-set-only = Choose a field for a nail.
step-set-new = Now a nail onto the new plank.
step-take = Take a nail or a plank.
step-take-only = Take one of your nails.
step-take-new = Take a nail for the new plank.
step-nail = Choose one of the bright fields for it.
step-nail-new = Choose its field on the new plank.
step-end = Choose an end of the row.
step-confirm = Confirm with the tick.
step-choose = You choose now:

choice-keep = Keep
choice-keep-about = Everything stays as it is.
choice-swap = Swap
choice-swap-about = You get the other side’s planks and nails.
choice-stay = Stay
choice-stay-about = Everything stays where it is; the next one is to move.

board-label = Row of planks. P takes a plank, R turns it, the arrows choose an end or a field, Enter lays, sets or takes, N jumps to the next possible field, Escape goes one step back.
picture-label = { $planks ->
    [0] An empty table
    [one] Row of one plank with { $nails ->
        [one] one nail
       *[other] { $nails } nails
    }
   *[other] Row of { $planks } planks with { $nails } nails
}
hand-label = Your planks and nails
hand-planks = Planks
hand-nails = Nails
plank-named = Plank { $plank }
plank-stuck = Plank { $plank }, cannot be laid now
plank-held = Plank { $plank } in hand.
nails-named = { $count ->
    [0] No { nail-colour } nail left
    [one] One { nail-colour } nail
   *[other] { $count } { nail-colour } nails
}
nail-colour = { $colour ->
    [red] red
    [green] green
   *[blue] blue
}
nail-shape = { $shape ->
    [round] round nail
    [square] square nail
    [triangle] triangular nail
   *[cross] cross nail
}
can = { $possible ->
    [yes] , possible
   *[no] {""}
}
read-free = { nail-colour }, free
read-nail = { nail-colour }, { nail-shape } of { $name }
say-free = { $cell }, { read-free }{ can }
say-nail = { $cell }, { read-nail }{ can }
say-end-left = left end, { $column }
say-end-right = right end, { $column }
sign-round = round nails
sign-square = square nails
sign-triangle = triangular nails
sign-cross = cross nails
partner = partner
team-0 = team A
team-1 = team B
notice-skipped = { $sign } is skipped
notice-stuck = { $sign } is stuck and loses
notice-repeats = Same position: { $count } of 3
tools = Plank and nail in hand
turn = Turn
place = Set
drop = Put back

nails-left = { $count ->
    [one] 1 nail
   *[other] { $count } nails
}
planks-left = { $count ->
    [0] no plank
    [one] 1 plank
   *[other] { $count } planks
}
short-keep = keeps
short-swap = swaps
short-stay = stays
said-keep = sides kept
said-swap = sides swapped
said-stay = everything left where it is
move-set = { nail-colour } nail on { $target }
move-move = { nail-colour } nail from { $source } to { $target }
move-lay-set = plank { $plank } as { $end }, { nail-colour } nail on { $target }
move-lay-move = plank { $plank } as { $end }, { nail-colour } nail from { $source } to { $target }

count-line = Three nails in three colours in a line: { $cells }
count-line-team = Line of { $name } for both: { $cells }
count-no-line = no line
count-stuck = { $name } cannot act and loses by it
count-stuck-other = { $name } cannot act
count-blocked = Nobody can act any more: a draw
count-repeated = The same position for the third time: a draw

lesson-1 = Lay one of the bright planks, the way up that is outlined, and set a red nail on its red field.
lesson-2 = Add another plank. The nail always goes onto the new plank, because it holds it.
lesson-3 = Go on: three of your nails in three colours should form a line, on one plank or at the same height.
lesson-4 = Only one is missing now. Set it, and you have won!
