# Solo-Aufgaben

S-colour = Die Farbe { $colour } gibt es nicht; es gibt blue, yellow, red und green.
S-piece = { $move } ist kein Stein dieser Aufgabe.
S-placed = Der Stein { $piece } in { $colour } liegt schon auf dem Brett.
S-turn = Jetzt kommt { $turn } und nicht { $colour }: Die Farben legen reihum.
S-descending = Ein Stein mit { $size } Quadraten muss warten: { $missing } größere sind noch zu legen.
S-board = Das Feld { $square } liegt nicht auf dem Brett mit { $size } Feldern.
S-occupied = Das Feld { $square } ist besetzt.
S-edge = Auf { $square } läge der Stein Kante an Kante mit einem anderen in { $colour }.
S-not-there = { $move } liegt nicht auf dem Brett.
