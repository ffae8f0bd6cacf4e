# Tables and seats

no-such-table = There is no table { $table }. Perhaps nobody has used it for a long time.
no-such-seat = This table has no seat { $seat }.
seat-taken = Somebody sits there already.
needs-consent = Somebody has left this seat. Those who play must first agree to let somebody new in.
no-open-seat = No seat is open.
seen-from-elsewhere = You have seen this game from another seat, so you cannot take this one.
not-your-seat = This is not your seat.
not-started = The game starts as soon as every seat is taken.
table-over = The game at this table is over.
too-much-happened = So much has happened at this table that only moves are possible now.
cannot-watch = This table can only be watched with a watch link.
bad-link = This link does not open the seat; ask for a new one.
played-elsewhere = This game goes on at the device where it was begun.
taken-over = This game goes on at the server; load the page again.
missing-events = Something is missing; bring what happened after version { $version }.
bad-name = A name has at most { $longest } letters and no invisible signs.
no-key = Take a seat first.
bad-key = This key was not given out by this server; ask for one at /api/key.
rude-name = Please choose another name.
not-gone = Somebody counts as gone after { $minutes } minutes without a move and without an open page, on their turn.
blocked = This address is not served at present.

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
no-such-exercise = There is no exercise { $exercise } here.
no-such-save = Nothing is saved under { $save }. Perhaps nobody has used it for a long time.
no-such-study = There is no study under { $study }. Perhaps nobody has used it for a long time.
stale-save = Somebody has gone on with it on another device; load the page again.
asked-anew = Something else has been asked since.

# The line

bad-message = This message cannot be read: { $reason }
bad-request = This request cannot be read: { $reason }
too-long = A message has at most { $most } bytes.
too-many-moves = A game that is brought along has at most { $most } moves.
busy = Too much is being thought about for you already; wait until something is done.
too-fast = That was too fast; wait a moment.
too-many-sockets = Too many pages are open from this address.
wrong-origin = Another page may not speak for you here.
not-found = There is nothing here.
not-allowed = This cannot be done here.
try-again = The server cannot store anything just now. Nothing was lost; try again in a moment.
internal = Something went wrong on the server. It was noted; try again in a moment.

## At the server alone: the page gets nothing of what follows

# Running a server

workers-need-services = { $workers } server processes need a PostgreSQL and a Redis: set { $prefix }_DATABASE (postgresql+asyncpg://…) and { $prefix }_REDIS (redis://…).
no-page = The page was not built. In a clone, run scripts/build-web.
folder-not-empty = { $folder } is not empty; the site is written into a new folder.
migrate-first = The database is not up to date: run "tischlein migrate" first.
not-empty = The database is not empty; a backup is read into a new one.
no-backup = { $file } is no backup of this version.
database-in-use = Another server uses { $file } already. Stop it, or choose another file with --database.
database-not-writable = { $file } cannot be written ({ $reason }). Give this user the right to write there, or choose another file with --database.
database-broken = { $file } is damaged or no database of Tischlein ({ $reason }). Move it away and read your last backup: tischlein admin restore FILE.
disk-full = The disk takes nothing more for { $file } ({ $reason }). Make room, then start again.
database-away = The database { $database } does not answer ({ $reason }). Start it, or correct --database.

# Imprint and privacy

imprint = Imprint
imprint-by = This server is run by:
privacy = Privacy
privacy-key = You need no account. Your browser keeps a random key in a cookie, so that your seats stay yours; the server stores only a hash of it. There are no other cookies, no statistics and no advertising.
privacy-games = Stored are the names that you choose, the moves of your games with their times, saved solo puzzles, shared studies, your answers to exercises, and your progress with them if you keep it under a link.
privacy-kept = Tables that never started are deleted { $waiting } days after the last use, unfinished games and puzzles and your progress with exercises after { $playing } days, finished games and puzzles and shared studies after { $over } days.
privacy-addresses = Your network address is used to limit the load and to block abuse. It is kept in memory; only a blocked address is stored, until the block ends.
privacy-rights = You can get and erase all that is stored about your key in the settings of this page. Whoever runs this server helps you with it:

# What other programs show of a link

preview-home = Blokus, Blockers! and Planken legen – with friends or against programs
preview-game = Play { $game }: with friends by a link, or against programs, without an account.
preview-waiting = { $free ->
    [one] One seat is free. Sit down, without any account.
   *[other] { $free } seats are free. Sit down, without any account.
}
preview-playing = A game is on: move { $ply }.
preview-over = A game to replay: { $ply } moves.
preview-imported = imported
preview-local = dealt by a device
preview-study = A study to step through: { $ply } moves.
preview-daily = Puzzle of the day, { $year }-{ $month }-{ $day }
preview-solo = A puzzle for you
preview-solo-about = Place all pieces so that they fit.
