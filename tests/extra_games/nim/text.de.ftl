title = Nim

variant-plain = Einfach
variant-plain-about = Zwei bis vier Leute und ein Haufen Streichhölzer.

option-last = Das letzte Holz
option-last-about = Was mit dem geschieht, der es nimmt.
option-last-wins = gewinnt
option-last-loses = verliert

# Broken rules
R2-too-many = { $left ->
    [0] Das Spiel ist aus; es ist kein Holz mehr da.
    [one] Es ist nur noch ein Holz da.
   *[other] Es sind nur noch { $left } Hölzer da.
}
R4-unreadable = „{ $text }“ ist kein Zug. Schreibe 1, 2 oder 3: wie viele Hölzer du nimmst.

# Drawings
heap = { $count ->
    [one] noch ein Holz
   *[other] noch { $count } Hölzer
}
