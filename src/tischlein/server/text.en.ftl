# Tables and seats

no-such-table = There is no table { $table }. Perhaps nobody has used it for a long time.
no-such-seat = This table has no seat { $seat }.
seat-taken = Somebody sits there already.
not-your-seat = This is not your seat.
not-started = The game starts as soon as every seat is taken.
table-over = The game at this table is over.
cannot-watch = This table can only be watched with a watch link.
bad-link = This link does not open the seat; ask for a new one.
bad-name = A name has at most { $longest } letters and no invisible signs.
no-key = Take a seat first.

# Requests at the table

already-asked = Something is being asked already.
nothing-asked = Nobody has asked you anything.
no-takebacks = Moves cannot be taken back at this table.
hidden-was-shown = In this game moves cannot be taken back: what was seen cannot be unseen.
nothing-to-take-back = You have not moved yet.
no-draws = This game knows no draw.
no-hints = There are no hints at this table.
not-over = The game is not over yet.
no-such-format = { $game } cannot be written as { $format }; possible: { $allowed }.
time-is-up = Your time is up.
still-time = There is time left.

# Alone at the table

no-such-puzzle = There is no puzzle { $puzzle }, or nobody has made it yet.
no-puzzle-in-time = The puzzle { $puzzle } was not found fast enough; try another one.
no-such-save = Nothing is saved under { $save }. Perhaps nobody has used it for a long time.
stale-save = Somebody has gone on on another device; load the page again.
asked-anew = Something else has been asked since.

# The line

bad-message = This message cannot be read: { $reason }
bad-request = This request cannot be read: { $reason }
too-long = A message has at most { $most } bytes.
too-fast = That was too fast; wait a moment.
too-many-sockets = Too many pages are open from this address.
wrong-origin = Another page may not speak for you here.
not-found = There is nothing here.
not-allowed = This cannot be done here.
try-again = The server cannot store anything just now. Nothing was lost; try again in a moment.
internal = Something went wrong on the server. It was noted; try again in a moment.

# Running a server

workers-need-services = { $workers } server processes need a PostgreSQL and a Redis: set { $prefix }_DATABASE (postgresql+asyncpg://…) and { $prefix }_REDIS (redis://…).
migrate-first = The database is not up to date: run "tischlein migrate" first.
