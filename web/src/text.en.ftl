# Everywhere

skip = To the content
navigation = Pages
close = Close
yes = Yes
no = No
and = { $first } and { $last }
you = you
you-label = You
name = Name
rules = Rules
settings = Settings
refused = That is not possible ({ $code }).
try-again = Try again
share = Share
link = Link
copy = Copy
copied = Copied
qr-code = The link as a QR code

seat = Seat { $number }
seat-numbered = { $name } ({ $number })
level = Level { $number }
level-random = Random
level-about = { $name } (up to { NUMBER($seconds, maximumFractionDigits: 1) } s a move)
level-time = up to { NUMBER($seconds, maximumFractionDigits: 1) } s a move

# Home

home-continue = Continue
home-open = Open tables
home-finished = Finished games
home-offline = Not connected: games against programs, on this device and solo work all the same, and come to the server later.
on-device-offline = on this device, not connected
needs-connection = This needs a connection, and there is none just now.
move-now = Move now
terms-local = A device has dealt here, not a server, and it may have chosen. The game does not count.
analysis-stop = Stop
play = Play
play-friends = With friends
play-device = On one device
starting = Setting the table …
card-waiting = { $count ->
    [one] 1 free seat
   *[other] { $count } free seats
}
card-over = finished
card-your-turn = your turn
card-playing = move { $ply }
import-game = Open a game from a file

# Setting a table

new-title = Set a table: { $game }
new-variant = How do you want to play?
new-seats = How many of you?
new-people = { $count } people
new-who = Who sits where?
new-level = Strength
new-open-about = Whoever gets the link may sit here.
new-public = Public table
new-public-about = Everybody finds it on the home page and may watch.
new-more = Options of the rules, clock, help
new-clock = Clock
clock-none = none
clock-fast = 5 min + 5 s a move
clock-medium = 15 min + 10 s a move
clock-slow = 45 min + 30 s a move
new-first = Who starts?
first-lot = Drawn by lot
new-takebacks = Moves may be taken back if everybody agrees
new-hints = Hints are allowed
new-invite = Set the table and invite
new-start = Set the table and play
kind-here = here
kind-open = by link
kind-bot = program
new-colour = Colour of seat { $number }

# Before the game

lobby-waiting = The table is set
lobby-invited = You are invited to { $game }
lobby-link = Send this link to your friends, or let them point a phone at the code. Whoever opens it can sit down, without an account.
invite-local = This link works on this device only. For others in the same network to join, start the server like this:
invite-network = This is the address in your network; whoever is in the same Wi-Fi finds you there.
lobby-seats = At the table
lobby-free = Seat { $number } is free
lobby-sit = Sit down
lobby-also-here = On this device
lobby-bot = Program
lobby-level = Strength of programs
lobby-starts = { $count ->
    [0] The game starts now.
    [one] The game starts as soon as the last seat is taken.
   *[other] The game starts as soon as all seats are taken; { $count } are free.
}
lobby-rules = Read the rules
stand-up = Stand up
terms-clock = Clock: { $minutes } minutes and { $seconds } seconds more for each move
terms-no-takebacks = Moves cannot be taken back
terms-no-hints = No hints
imported = imported
local = dealt by a device
terms-imported = Imported: whoever brought this game along may have chosen the deal. It counts for nothing.

# At the table

board-table = Board, cell by cell
players = Players
status = State of the game
moves = Moves
no-moves = No moves yet
actions = Help
menu = More
result = Result
sending = Your move is on its way …
your-turn = It is your turn.
turn-of = { $name } is to move.
turn-bot = { $name } is thinking …
turn-trouble = { $name } was interrupted and begins again …
connection-lost = Connection lost. Trying again …
to-rule = Rule { $rule }
player-thinking = thinking …
player-trouble = starts anew …
player-bot = program
player-away = away
player-gone = seat is free
player-won = won
player-drawn = draw
onlookers = { $count ->
    [one] 1 onlooker
   *[other] { $count } onlookers
}

hint = Hint
hint-stop = Stop
hint-thinking = A program thinks about a hint …
hint-says = Hint: { $move }
hint-found = Hint: { $move } (chances: { $share } %).
hint-again = Ask again for another one.
takeback = Take back
react = Greet
rematch = Rematch
new-game = New game
to-rematch = To the rematch
replay = Replay and analysis
seat-left = Seat { $number } is free.
seat-bot = Let { $level } play there
seat-offer = Let somebody new in
seat-gone = Away; from { $time } on it can go on without { $name }.
seat-gone-long = { $name } has been away for long.
claim-bot = Seat a program
claim-end = End as a win

asks-takeback = { $name } would like to take back a move.
asks-draw = { $name } offers a draw.
asks-rematch = { $name } would like a rematch.
asks-newcomers = { $name } would like to let somebody new take the free seat.
asked-waiting = Waiting for the others to answer …
answered-yes = { $name } agrees.
answered-no = { $name } does not agree.
event-took = { $name } sits down.
event-left = { $name } has left the table.
event-bot = { $name } plays from now on.
event-resigned = { $name } gives up.
event-flagged = { $name } has run out of time.
event-gone = { $name } has gone; the others go on.
event-closed = The game was ended by the operator of this server.
event-credited = The server was away; the clocks were put back.

react-hello = 👋 Hello!
react-thanks = 🙏 Thank you!
react-well-played = 👏 Well played!
react-oops = 🙈 Oops!
react-thinking = 🤔 Hmm …
react-wow = 😮 Wow!
react-laugh = 😄 Ha!
react-bye = 👋 Bye!

result-won = { $count ->
    [one] { $names } has won!
   *[other] { $names } have won!
}
result-drawn = A draw!
result-won-you = You have won!
result-resigned = { $count ->
    [one] { $name } has given up.
   *[other] The others have given up.
}
you-resigned = You have given up.
why-resigned = Whoever gives up has lost, however it stood.
why-points = { $order ->
    [fewest] The fewest
   *[most] The most
}: { $points }; { $name }: { $others }.
resigned-on = You have given up. A program plays on for you; you can watch.
again-stronger = Again, against { $level }
share-picture = Share a picture
result-time = Time ran out.
result-agreed = It was agreed.
result-gone = Somebody had gone.
result-closed = The operator of this server ended the game.
place = { $place }.

link-watch = Link for onlookers
link-watch-about = Whoever opens this link may watch. A link you made before stops working.
link-seat = Go on playing on another device
link-seat-about = This link passes your seat on, once: open it on the other device, or give it to whoever is to sit there.
offer-draw = Offer a draw
resign = Give up
resign-title = Give up?
resign-about = { $seats ->
    [2] Then you have lost.
   *[other] Then a program plays on in your place.
}
resign-yes = Give up
leave-title = Stand up?
leave-about = Your seat becomes free. Somebody else or a program can play on.
leave-yes = Stand up

report = Report a name
report-about = Whose name is out of place? Whoever runs this server will be told.
report-done = Thank you. Whoever runs this server will look at it.

# What the server stores

data = Your data at the server
data-about = The server stores your names, seats and moves under the key of this browser. Games and settings of this device are not part of it.
data-get = Get it
data-erase = Erase it
data-erase-title = Erase your data?
data-erase-about = Your names and seats go, tables where nobody else plays, and what you keep at the server by a link: studies, solo puzzles, exercises. This browser keeps its copies. Games with others stay theirs, without your name. This cannot be undone.
data-erase-yes = Erase
data-erased = { $count ->
    [0] Erased; there was no table of yours.
    [one] Erased, at 1 table.
   *[other] Erased, at { $count } tables.
}

# Below the page

imprint = Imprint
privacy = Privacy

curtain-title = { $name } is next
curtain-about = Pass the device on. Nobody else should look now.
curtain-open = I am { $name }

# Replay and analysis

to-table = To the table
step-first = To the start
step-back = One move back
step-on = One move on
step-last = To the end
step-run = Play by itself
step-stop = Stop
step-of = Move { $ply } of { $last }
step-start = The game begins.
replay-eyes = Seen by
replay-onlooker = an onlooker
analysis = Analysis
analysis-about = A strong program goes through every move, on your own device. That takes less than half a second for each.
analysis-start = Analyse the game
analysis-thinking = Thinking … { $share } %
analysis-away = The server thinks, even if you leave the page … { $share } %
analysis-hand = Let the server go on
analysis-stopped = { $share } % of the moves are judged.
analysis-done = Every move is judged.
analysis-go-on = Go on
analysis-of-move = What this move was worth
next-mistake = Next mistake
analysis-later = The analysis comes when the game is over.
analysis-pick = Choose a move to see what it was worth.
analysis-move = Chances of { $name } after move { $ply }: { $share } %.
analysis-unsure = The program could hardly look at this position.
analysis-mistake = A mistake.
analysis-blunder = A blunder.
analysis-best = There was nothing better.
analysis-better = Better: { $move } ({ $share } %).
analysis-again = Play on from before it
analysis-show = Show the better move
analysis-hide = Show the played move
coach = The coach
coach-move = What the move does
coach-played = What the played move does
coach-better = What the better move does
coach-reply = The best answer to it: { $move }
coach-nothing = Nothing that the better move does not do as well.
coach-silent = There is nothing to say about it that can be counted.
coach-thinking = The coach looks at it …
coach-failed = The coach cannot say anything here.
accuracy = How exactly everybody played
accuracy-who = Who
accuracy-all = all in all
turning-points = Where the chances turned
turning-move = Move
turning-what = What happened
turning-go = Show move { $ply }
turning-fell = The chances of { $name } fell from { $before } % to { $after } %.
turning-instead = Played: { $move }. Better: { $better }.
turning-none = Nobody gave much away.
turning-none-yet = No mistake found so far.
graph-axes = Chances to win, move by move
graph = { $count ->
    [0] Course of the game without mistakes
    [one] Course of the game with one mistake
   *[other] Course of the game with { $count } mistakes
}
exports = Take it along
share-about = Everybody who has this link can replay the game from here.
format-record = Text
format-svg = SVG
format-png = PNG
format-gif = Animated picture (GIF)
format-blksgf = Pentobi

import-about = Open a game that was saved by Tischlein or Pentobi, to replay it or to play on.
import-file = File
file-choose = Choose a file …
file-none = None chosen yet
import-text = or its text
import-format = Format
import-open = Open

# Alone at the table

solo = Solo
home-solo-about = Six famous challenges, and a new puzzle every day. A lamp tells you whether it still works out.
home-solo = All challenges
home-daily = Puzzle of the day
rules-solo = To the challenges
solo-about = Challenges for one person with the pieces of Blokus. What you place stays in this browser; with a link you go on elsewhere.
solo-continue = Go on
solo-begun = { $count ->
    [one] 1 piece placed, { $time }
   *[other] { $count } pieces placed, { $time }
}
solo-six = The six challenges
solo-solved = solved
solo-play = Play
solo-free = Colours in any order
solo-corners = Any corner first
solo-option-order = colours in any order
solo-option-corners = any corner first
solo-rules = Rules for one person
solo-daily = Puzzle of the day
solo-daily-about = { $date }, in three sizes. The same for everyone.
solo-streak = { $count ->
    [one] One day done. Keep it up!
   *[other] Solved { $count } days in a row
}
solo-make = A new puzzle
solo-make-about = Some pieces are given, and there is exactly one solution.
solo-size = Size
solo-level = How hard?
solo-make-start = Make a puzzle
solo-making = The puzzle is being made. Large ones take up to a minute …
solo-title = { $number } · { $name }
solo-title-daily = Puzzle of the day · { $date }
solo-title-daily-level = Puzzle of the day · { $level } · { $date }
solo-title-own = Puzzle { $rows } × { $columns }, { $level }

challenge-s1 = All 84 pieces
challenge-s1-about = Place all pieces under the rules of the game, the colours in turn.
challenge-s1-free-about = Place all pieces under the rules of the game, the colours in any order.
challenge-s2 = The large ones first
challenge-s2-about = Place all 84 pieces under the rules of the game: fives, then fours, threes, twos, ones.
challenge-s3 = The rectangle of fours
challenge-s3-about = Fill 8 × 10 squares with the fours. Equal colours may touch.
challenge-s4 = The colourful rectangle of fours
challenge-s4-about = Fill 8 × 10 squares. Equal colours must not lie edge to edge.
challenge-s5 = The rectangle of fives
challenge-s5-about = Fill 15 × 16 squares with the fives. Equal colours may touch.
challenge-s6 = The colourful rectangle of fives
challenge-s6-about = Fill 15 × 16 squares. Equal colours must not lie edge to edge.
challenge-own-about = Fill every square. Equal colours never edge to edge; there is exactly one solution.

solo-board = Board with { $count } of { $all } pieces. Enter takes a piece, P the next one, C the next colour. Arrows move it, R turns, F flips, N jumps to the next place, Enter places, Escape lets go. With nothing in hand the arrows walk over the board, and Delete picks up the piece there. U takes a step back, H gives a hint.
solo-board-solved = The finished board with { $all } pieces
solo-square-taken = { $square }: { $piece }
solo-square-free = { $square }: free
solo-needed = This piece has to stay: without it later ones could not have been placed like this.
solo-picked-up = { $piece } back in hand
solo-left-of = { $colour }, { $count } left
solo-status = Lamp and advice
solo-count = { $count } of { $all }
solo-moves = { $count ->
    [one] 1 move
   *[other] { $count } moves
}
solo-task = { $count ->
    [one] One piece left.
   *[other] { $count } pieces left.
}
solo-lost = The server does not answer just now. What lies there is kept here and is brought there later.
lamp = Lamp
lamp-about = It says whether what lies there can still be completed.
lamp-off = The lamp is off.
lamp-turn-on = Turn the lamp on
lamp-turn-off = Turn the lamp off
lamp-solvable = This can be completed.
lamp-impossible = This cannot be completed.
lamp-unknown = It is not known yet.
lamp-thinking = Can this be completed?
lamp-tried = { $count } pieces tried
lamp-go-on = Think on
asking-hint = Looking for a hint …
asking-solution = Looking for a solution …
asking-stop = Cancel
solo-hint-place = Hint: { $move }
solo-hint-lift = Hint: this has to go again: { $move }
hint-place-it = Place it
hint-lift-it = Take it away
undo = Undo
redo = Redo
watch = Have the rest laid out
watch-short = Solve
watch-about = This is how it works out: { $shown } of { $all } pieces. What you have done stays as it is.
watch-step = Pieces shown
watch-back = One piece less
watch-on = One piece more
watch-end = Back to mine
solved = Done!
solved-about = { $count ->
    [one] In { $time } with one move.
   *[other] In { $time } with { $count } moves.
}
solved-then = Next: { $title }
solved-tomorrow = All three of today are solved. New ones come tomorrow.
solved-svg = Picture (SVG)
solved-png = Picture (PNG)
solved-next = Next
solved-others = Other challenges
restart = Start over
restart-title = Start over?
restart-about = All pieces that you have placed leave the board. Time and moves start from zero.
solo-link = Go on elsewhere
solo-link-about = With this link you go on from here on another device. From now on every step is saved there, too.
solo-other = { $count ->
    [one] Somebody has gone on elsewhere; 1 piece lies there.
   *[other] Somebody has gone on elsewhere; { $count } pieces lie there.
}
solo-other-take = Take that over
solo-other-keep = Keep mine

hand-up = Show more of the hand
hand-down = Show less of the hand

# A first game, step by step

learn = Show me how
lesson-title = { $game }: how it works
lesson-step = Step { $step } of { $last }
lesson-end = That was it
lesson-done = That is all you need to know. Now you!
lesson-now-you = Play now
lesson-again = Show it again
lesson-skip = Skip this and play
lesson-here = Not there this time: put it where the board glows.
solo-lesson = First steps alone
solo-lesson-1 = The board is to be filled without a gap. Some pieces lie there already. Take the glowing piece and put it where it glows; turn it if you need to.
solo-lesson-2 = Equal colours must not touch along an edge, only at corners. So this piece fits here and nowhere else.
solo-lesson-3 = Always look for a square that only one piece can cover, or a piece that has only one place. The lamp tells you whether it still works out.
solo-lesson-4 = You can take back any piece, and a hint shows the next one. Now this one!
solo-lesson-done = Done! There is a new puzzle every day, and six big challenges are waiting for you.

# Rules

trial = Try it
trial-ask = Try it: tap the moves, on the board or below it. Which one is possible?
trial-right = Yes, this move is possible.
rules-games = Games
tips = Tips for playing
to-puzzle = To the puzzle
rules-play = Play { $game }

# Settings

set-auto = as the browser
set-language = Language
set-theme = Light or dark
theme-auto = as the device
theme-light = light
theme-dark = dark
set-material = Boards and pieces
material-wood = wood
material-plain = plain
material-contrast = high contrast
set-turned = My corner near me
set-turned-about = Blokus turns the board until your corner is at the bottom left.
set-motion = Motion
motion-auto = as the device
motion-off = none
set-marks = Marks on the pieces
set-marks-about = Every colour has its own mark, so that colours can be told apart without colour.
set-coordinates = Letters and numbers around the board
set-numbers = Numbers of the moves on the pieces
confirm = Confirm
set-confirm = Confirm moves
set-confirm-about = A piece is only tried out at first, and counts with a second click or the tick.
set-sounds = Sounds
set-name = Your name at the table
set-level = Strength of programs
set-kept = All of this is kept in this browser only.

# When something is not there

trouble-no-page = There is nothing here
trouble-no-page-about = Perhaps the address was cut off on its way.
trouble-no-table = There is no such table
trouble-no-table-about = Perhaps the link is incomplete, or nobody has used the table for a long time.
trouble-full = This table is full
trouble-full-about = All seats are taken, and it can be watched only with a link for onlookers. Ask whoever plays there, or set your own table.
trouble-no-seat = This link does not work any more
trouble-no-seat-about = A seat's link works once. Ask for a new one.
trouble-offline = No connection
trouble-offline-about = The server does not answer. Your games are safe there; try again in a moment.
trouble-no-game = This game is not known here
trouble-no-game-about = Perhaps the page is older than the server. Loading it again helps.
trouble-no-puzzle = There is no such puzzle
trouble-no-puzzle-about = Perhaps the address was cut off on its way, or the day is still to come.
trouble-no-save = Nothing is saved here
trouble-no-save-about = Perhaps the link is incomplete, or nobody has used it for a long time.
trouble-no-study = There is no such study in this browser
trouble-no-study-about = Studies are kept where they were made. Perhaps it was made in another browser, or thrown away.
to-home = To the home page

# The study

study = Analysis board
study-about = Play any moves for everybody, try variations, and let the engine look at every position. It thinks on your own device.
study-all = Your studies
study-new = A new study
study-game = Game
study-begin = Begin on an empty board
study-file = Or from a file (.study, .record, Pentobi’s .blksgf)
study-file-running = The game is not over: play it on first, or save it as a record.
study-file-unreadable = This file cannot be read.
study-positions = { $count ->
    [one] 1 move
   *[other] { $count } moves
}
study-kept = Studies are kept in this browser, after every change. Save a file to take one along.
study-picture-stop = Stop drawing ({ $share } %)
study-picture-failed = The picture could not be drawn.
study-not-kept = The browser has no room left for this study: save it as a file.
study-analyse = Analyse on a board
study-start = Beginning
study-back = Back
study-on = Forward
study-engine = Engine
study-thinking = The engine begins …
study-over = The game is over here.
study-chances = Chances of { $name } to win, most tried first:
study-tried = tried { NUMBER($visits) } times
study-share = { $share } %
study-unsure = unsure
study-wins = wins
study-loses = loses
study-proven = Proven.
study-best = Engine: { $move } ({ $value })
study-strength = { NUMBER($simulations) } simulations in { NUMBER($seconds, maximumFractionDigits: 0) } s.
study-open = All racks are known
study-open-about = The engine sees every rack, as after a game; only what will be drawn is left to chance.
study-closed-about = The engine knows what { $name } may know: their own rack and the board.
study-comment = What do you think of this position?
study-promote = Prefer
study-delete = Delete
study-undo = Undo
study-title = Name of the study
study-play-on = Play on from here
study-your-seat = You play
study-play-bot = Against programs
study-play-friend = With friends
study-play-friend-about = “With friends” opens a table at the server where you hold every seat; pass seats on by a link from its menu.
study-share-link = Share by link
study-share-about = The whole study is in this link, as it is now; no server stores it. Whoever opens it gets a copy.
study-save = Save the study
study-save-line = Save this line
study-remove = Throw away
study-remove-sure = Really throw it away?

embed = Embed in a page
embed-about = Copy this into a web page of your own.
embed-failed = This cannot be shown.

# Setting up a position

setup = Set up a position
setup-change = Change this position
setup-turn = Whose piece
setup-laid = What lies there
setup-take = Take away: { $move }
setup-open = Open as study
setup-possible = Reachable
setup-possible-about = Lay pieces for anybody, in any order.
setup-impossible = Not reachable by the rules
setup-impossible-about = No order of moves leads here.
setup-unknown = Perhaps not reachable
setup-unknown-about = No order of moves was found.

together = Work on it together
together-change = Others may change it
together-about = Whoever opens this link works on the same study.
together-read-about = Whoever opens this link gets all changes, but changes nothing for others.
together-behind = Not everything is at the server yet.
together-own = What you change stays with you.

# Openings

openings = Openings
openings-what = What the engine plays at the start of Blokus, and how it ended.
openings-browse = Browse
openings-title = Openings: { $variant }
openings-none = None of the engine’s games came to this position.
openings-about = { $name } to move. From { NUMBER($games) } games of the engine.
openings-move = Move
openings-games = Games
openings-won = Won

# Exercises

exercises = Exercises
exercises-about = Positions from games of the engine in which exactly one move is good. What you solve comes again after one day, three days, and then later each time.
exercises-rating = Your rating: { $rating }
exercises-known = { $known } of { $all } solved.
exercises-due = { $again ->
    [0] { $fresh ->
        [0] Nothing is left for today.
        [one] One is new.
       *[other] { $fresh } are new.
    }
    [one] One comes again today.
   *[other] { $again } come again today.
}
exercises-train = Train
exercises-done = That was all for today
exercises-done-about = What you have solved comes again in some days.
exercises-kept = What you have learned is kept in this browser.
exercises-not-kept = The browser keeps nothing: this answer will be forgotten.
exercise-state-judging = The engine looks at your move …
exercise-state-asked = { $name } to move.
exercise-state-wrong = Not this one.
exercise-state-right = Right!
exercise-state-shown = This was the move.
exercise-not = { $move } is not it. Try another one.
exercise-show = Show the answer
exercise-later = Another one
exercise-next = Next
exercise-study = Analyse
exercises-saved = What you have learned is kept in this browser and under your link.
exercises-link-about = With this link you go on training on another device. From now on every answer is saved there, too.
exercise-rating = Rating of this exercise: { $rating }
mistakes-train = Train your mistakes
mistakes-working = Looking for positions with exactly one good move … { $share } %
mistakes-none = At none of the mistakes was one move clearly the best.
mistakes-made = { $count ->
    [one] One mistake has become an exercise.
   *[other] { $count } mistakes have become exercises.
}
