# The arena

games = games
share-of-wins = share of wins
even = { $share } if all were equal
elo = Elo
bot = bot
seconds = seconds a move

# Its leaderboard

leaderboard = How strong the bots are
rating = rating
seconds-a-move = Processor time a move, in seconds

# The analysis of a game

plies = move
winning-chance = Chance of winning, in %
