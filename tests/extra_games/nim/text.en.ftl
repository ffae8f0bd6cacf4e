title = Nim

variant-plain = Plain
variant-plain-about = Two to four people and one heap of matches.

option-last = The last match
option-last-about = What happens to whoever takes it.
option-last-wins = wins
option-last-loses = loses

# Broken rules
R2-too-many = { $left ->
    [0] The game is over; no match is left.
    [one] Only one match is left.
   *[other] Only { $left } matches are left.
}
R4-unreadable = “{ $text }” is not a move. Write 1, 2 or 3: how many matches you take.

# Drawings
heap = { $count ->
    [one] one match left
   *[other] { $count } matches left
}
