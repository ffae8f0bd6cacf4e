title = Nim
heap = { $count } left:{" "}
R2-too-many = Only { $left } are left.
R4-unreadable = "{ $text }" is not 1, 2 or 3.
