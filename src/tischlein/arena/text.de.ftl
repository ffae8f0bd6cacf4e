# Die Arena

games = Partien
share-of-wins = Anteil der Siege
even = { $share }, wenn alle gleich wären
elo = Elo
bot = Programm
seconds = Sekunden je Zug

# Ihre Rangliste

leaderboard = Wie stark die Programme sind
rating = Wertung
seconds-a-move = Rechenzeit je Zug in Sekunden

# Die Auswertung einer Partie

plies = Zug
winning-chance = Aussicht zu gewinnen, in %
