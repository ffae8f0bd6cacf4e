# Solo challenges

S-colour = There is no colour { $colour }; there are blue, yellow, red and green.
S-piece = { $move } is not a piece of this challenge.
S-placed = The piece { $piece } in { $colour } lies on the board already.
S-turn = { $turn } comes next, not { $colour }: the colours place in turn.
S-descending = A piece of { $size } must wait: { $missing } larger ones are still to be placed.
S-board = Square { $square } is not on the board of { $size } squares.
S-occupied = Square { $square } is taken.
S-edge = On { $square } the piece would lie edge to edge with another one in { $colour }.
S-not-there = { $move } does not lie on the board.
