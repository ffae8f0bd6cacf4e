title = Planken legen

variant-standard = Standard
variant-standard-about = Two or three people, everyone alone: three of your own nails in three colours in a line win.
variant-teams = Teams
variant-teams-about = Four people in two teams, partners face to face; a line of one partner wins for both.

option-line = Level lines
option-line-about = Which planks make a level line.
option-line-neighbouring = Three neighbouring planks
option-line-any = Any three planks
option-deal = Dealing
option-deal-about = How the planks are dealt. With two players the balanced deal is always the same; deal at random for variety.
option-deal-balanced = Balanced by middle colour
option-deal-random = By chance alone
option-turning = Turning planks
option-turning-about = Whether a plank may be turned upside down before it is laid.
option-turning-yes = Allowed
option-turning-no = Not allowed
option-stuck = Being stuck
option-stuck-about = What happens to somebody who cannot act.
option-stuck-skipped = Their turn is skipped
option-stuck-loses = They lose
option-edge = Advantage of starting
option-edge-about = Whether the other side may take over the starter’s position.
option-edge-none = No swap
option-edge-swap = After three turns the other side may swap
option-staying = Staying
option-staying-about = Whether one may leave everything where it is in the second phase.
option-staying-no = Who can move a nail has to
option-staying-yes = One may leave everything where it is

# What each level sees
level-1 = Thinks of its own lines only, and may overlook a win.
level-2 = Thinks of its own lines only, and takes every win.
level-3 = Sees about every second threat of the others.
level-4 = Sees every line that somebody could finish in the next turn.
level-5 = Builds two threats at once.
level-6 = Sees two threats at once coming, and tries some games in its head.
level-7 = Looks five moves ahead and tries thousands of games.
level-8 = Looks six moves ahead.
level-9 = Looks seven moves ahead.
level-10 = Looks ahead until it knows who wins, as far as time allows.

colour-red = red
colour-green = green
colour-blue = blue

shape-round = round
shape-square = square
shape-triangle = triangle
shape-cross = cross

# Broken rules
R3-end = A plank cannot be laid as { $column }. Lay it right beside the row, at its left or its right end.
R3-nothing = There is no plank { $column }. Choose a field of a plank that lies, or lay a plank there first.
R4-turned = You hold { $plank } the other way up only, and at this table planks are not turned.
R5-stock = You have no plank { $plank } left. Choose one of the planks in front of you.
R6-spent = You have no nail left in the colour of { $cell }. Choose a field in a colour that you still have.
R6-taken = The field of that colour on { $cell } holds a nail already. Choose a free field.
R6-colour = The nail on { $source } has another colour than { $cell }. It goes onto a field of its colour only.
R7-early = You still have nails to set. Set one now; nails move only when all six are on the table.
R7-late = All your nails are set. Move one of them to another plank.
R7-own = There is no nail of yours on { $source }. Move one of your own nails.
R7-same = The nail on { $source } has to go to another plank, not to the one it is on.
R7-last = The nail on { $source } is the last one that holds its plank. Move another one.
R12-over = The game is over; nobody moves any more.
R7-stay = To leave everything is for the second phase only, and only where the table plays so.
R14-choose = Before the game goes on you choose: “keep” keeps the sides as they are, “swap” swaps them.
R14-nothing = There is nothing to keep or to swap now. Make a move with a nail.
R15-text = “{ $move }” is not a move. Write m2 to set a nail, RGB:n2 to lay a plank and set a nail on it, m2-k to move a nail, RGB:m2-n to move it onto a new plank.

# Drawings
seat = Seat { $number }
seat-team = Seat { $number } · team { $team }
planks = planks
nails = nails
none = none
all-set = all set
phase-set = sets nails
phase-move = moves nails
last = Last move: { $move } (seat { $number })
skipped = Seat { $number } cannot act and is skipped.
repeats = This position stands for the second time; the third time the game is drawn.
turn-begin = Seat { $number } begins: lay a plank and set a nail on it.
turn-set = Seat { $number } is to move: set a nail, with or without a new plank.
turn-move = Seat { $number } is to move: move a nail to another plank.
turn-choose = Seat { $number } chooses: keep the sides or swap them.
end-line = { $count ->
    [one] Seat { $owner } has a line and wins.
   *[other] Seat { $owner } has a line; seats { $seats } win together.
}
end-stuck = { $count ->
    [one] Seat { $stuck } cannot act and loses; seat { $seats } wins.
   *[other] Seat { $stuck } cannot act and loses; seats { $seats } win together.
}
end-blocked = Nobody can act any more: the game is drawn.
end-repeated = The same position stands for the third time: the game is drawn.

# The coach
coach-wins = It completes the line and wins.
coach-missed = A line could have been completed here.
coach-threatens = { $count ->
    [one] It threatens to complete a line.
   *[other] It threatens lines in { $count } places at once.
}
coach-allows = Seat { $seat } can complete a line now.
coach-stops = It stops the line of seat { $seat }.
coach-loses = { $count ->
    [one] Now the other side wins with its next turn.
   *[other] Now the other side forces a win within { $count } turns.
}
coach-forces = { $count ->
    [one] It forces the win with the next turn.
   *[other] It forces the win within { $count } more turns.
}
coach-forced = { $count ->
    [one] There was a win with this turn.
   *[other] There was a forced win within { $count } turns.
}

# Exercises
exercise-win = Find the only move that wins, in { $count } turns.
exercise-hold = Find the only move that lasts: all others lose within { $count } turns.
