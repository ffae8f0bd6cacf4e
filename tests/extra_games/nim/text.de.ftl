title = Nim
heap = noch { $count }:{" "}
R2-too-many = Es sind nur noch { $left } da.
R4-unreadable = „{ $text }“ ist nicht 1, 2 oder 3.
