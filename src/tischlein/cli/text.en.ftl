# What the terminal says

welcome = Tischlein, set yourself! What shall we play?
continue-last = go on with the last game
which-game = Which one?
how-many-seats = How many seats?
how-many-people = How many people play here? The rest are programs.
setting-the-table = Setting the table … (the first time takes a few seconds)
seats = { $numbers } seats
default = default
seat = Seat { $number }
player-random = Random { $number }
thinking = { $name } is thinking …
prompt = { $name } (? for help):
curtain = { $name }, it is your turn. Press Enter when nobody else is looking.
played = { $ply }. { $name }: { $move }
listed =
    { $count ->
        [0] No legal move has that in it.
       *[other] { $shown } of { $count } moves. Type a part of a move, or #number from this list.
    }
refused = { $reason } ({ $rule }; type "rules { $rule }" to read it)
kept = The game is kept in { $file }.
not-saved = { $file } could not be written: { $reason }.
no-folder = there is no folder { $folder }
nothing-to-take-back = There is nothing to take back.
walk = Enter: next · b: back · 0-{ $last }: go to · q: end
drawn = The game is a draw.
won =
    { $count ->
        [one] { $names } wins!
       *[other] { $names } win!
    }
place = { $place }. { $name }: { $score }
help =
    Type a move, or any part of one: if only one legal move has it, it is played, otherwise you get a list.
      moves [PART]   list legal moves
      hint           ask for a good move
      back           take back to your last turn
      board          draw the board again
      rules [R4]     read the rules, or one of them
      save [FILE]    write the game to a file
      quit           leave; "tischlein play --resume last" goes on

# Advice and analysis

no-hint = The game is over; there is nothing to advise.
hint-seat = who
hint-move = move
hint-value = worth
hint-continuation = then
hint-better = better was
was-better = Move { $ply }: { $name } had { $move } instead, as drawn here.
exercise-of = Exercise { $number } of { $count }
exercise-ask = Your move (a hint: ?, the answer: !)
exercise-right = Right: { $move }.
exercise-wrong = No. { $move } was the move.
exercise-none = Nothing is due today; the next exercises come on { $date }.
exercises-not-ours = { $file } is there already, but not the games that it was made from ({ $folder }). Choose another name, or move it away.
exercises-made = { $count } exercises written to { $file }.
making-exercises = Playing games and looking for exercises …
openings-games = games
openings-result = won
openings-none = No game came to this position.
openings-of = From { $games } games; first moves by { $bot }.
analysing = Going through the game …
pictures-in = The graph and the boards of the turning points are in { $folder }.
drawn-to = The graph is in { $file }.
how-strong = How strong shall the programs be, from 1 (a child wins) to { $top }?
player-level = Level { $level } (seat { $number })
hinted = Try { $move } (worth { $share } %).
hinted-only = Try { $move }.

# The server

serving = Tischlein is set: { $address } (Ctrl-C ends)
no-port = Cannot listen on { $host } port { $port }: { $reason }. Choose another one with --port.
