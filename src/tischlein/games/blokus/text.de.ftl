title = Blokus

variant-classic = Klassisch
variant-classic-about = Vier Personen mit je einer Farbe auf 20 mal 20 Feldern.
variant-teams = Teams
variant-teams-about = Vier Personen in zwei Teams: Blau und Rot gegen Gelb und Grün.
variant-two = Zu zweit
variant-two-about = Zwei Personen mit je zwei Farben: Blau und Rot gegen Gelb und Grün.
variant-three = Zu dritt
variant-three-about = Drei Personen mit je einer Farbe; die vierte Farbe legen sie reihum, ihre Punkte zählen nicht.
variant-duo = Duo
variant-duo-about = Zwei Personen mit je einer Farbe auf 14 mal 14 Feldern.

option-corners = Startfelder
option-corners-about = Ob jede Farbe ihr eigenes Startfeld hat oder sich eines aussucht.
option-corners-fixed = Jede Farbe hat ihr eigenes
option-corners-free = Jedes Startfeld, das noch frei ist
option-fourth = Vierte Farbe
option-fourth-about = Die Farbe, die niemandem gehört und die alle drei reihum legen.
option-fourth-green = Grün
option-fourth-blue = Blau
option-fourth-yellow = Gelb
option-fourth-red = Rot

# Was jede Stufe sieht
level-1 = Legt große Steine zur Mitte hin, wo sie gerade passen.
level-2 = Achtet auch auf die Ecken, die es sich selbst öffnet.
level-3 = Sieht auch die Ecken der anderen, nimmt aber irgendeinen Platz, der gut aussieht.
level-4 = Sieht alle Ecken und übersieht selten einen guten Platz.
level-5 = Spielt vor jedem Zug eine Handvoll Partien im Kopf durch.
level-6 = Spielt Dutzende Partien im Kopf durch.
level-7 = Spielt hundert Partien im Kopf durch.
level-8 = Spielt Hunderte Partien im Kopf durch.
level-9 = Spielt Tausende Partien durch und kennt gute Eröffnungen.
level-10 = Spielt bis zu hunderttausend Partien durch: stärker geht es nicht.

colour-blue = Blau
colour-yellow = Gelb
colour-red = Rot
colour-green = Grün
colour-violet = Violett

# Die Farbe, von der ein Satz spricht.
colour-named = { $colour ->
    [blue] Blau
    [yellow] Gelb
    [red] Rot
    [green] Grün
   *[violet] Violett
}

piece-1 = Einzelquadrat
piece-2 = Zweier
piece-I3 = gerader Dreier
piece-V3 = Dreierwinkel
piece-I4 = gerader Vierer
piece-L4 = L aus vier
piece-O = Viererquadrat
piece-T4 = T aus vier
piece-Z4 = Z aus vier
piece-F = F
piece-I5 = gerader Fünfer
piece-L5 = L aus fünf
piece-N = N
piece-P = P
piece-T5 = T aus fünf
piece-U = U
piece-V5 = V aus fünf
piece-W = Treppe (W)
piece-X = Kreuz (X)
piece-Y = Y
piece-Z5 = Z aus fünf

# Verletzte Regeln
R1-shape = Diese Felder ergeben keinen der 21 Steine. Ein Stein hat ein bis fünf Quadrate, die Kante an Kante zusammenhängen.
R3-placed = { colour-named } hat den Stein { $piece } schon gelegt. Nimm einen, der noch übrig ist.
R4-board = Das Feld { $square } liegt nicht auf dem Brett; es hat { $size } mal { $size } Felder.
R4-occupied = Das Feld { $square } ist besetzt. Ein Stein darf nur auf freien Feldern liegen.
R5-start = Der erste Stein von { colour-named } muss ein Startfeld bedecken: { $starts }.
R6-corner = Dort berührt der Stein { colour-named } an keiner Ecke. Leg ihn Ecke an Ecke an einen anderen an.
R7-edge = Auf { $square } läge der Stein Kante an Kante mit { colour-named }. Gleiche Farben berühren sich nur an Ecken.
R9-over = Das Spiel ist zu Ende; niemand kann mehr einen Stein legen.
R16-unreadable = „{ $text }“ ist kein Feld. Schreibe die Felder, die der Stein bedeckt, zum Beispiel e5,e6,f6.
R16-twice = Das Feld { $square } ist doppelt genannt. Nenne jedes Feld des Steins einmal.

# Zeichnungen
seat = Platz { $number }
shared = reihum
out = fertig
bonus-all = alles gelegt: +{ $points }
bonus-single-last = alles gelegt, Einzelquadrat zuletzt: +{ $points }
last-move = Letzter Zug: { colour-named }, { $piece } auf { $move }
your-turn = { colour-named } ist am Zug (Platz { $number }).
winner = { $count ->
    [one] Platz { $seats } gewinnt mit { $score } Punkten.
   *[other] Die Plätze { $seats } gewinnen mit { $score } Punkten.
}
squares-left = { $count ->
    [0] nichts übrig
    [one] 1 Quadrat übrig
   *[other] { $count } Quadrate übrig
}

# Der Trainer
coach-opens = { $count ->
    [one] Das öffnet { colour-named } eine neue Ecke.
   *[other] Das öffnet { colour-named } { $count } neue Ecken.
}
coach-closes = { $count ->
    [one] Das schließt eine Ecke von { colour-named }.
   *[other] Das schließt { $count } Ecken von { colour-named }.
}
coach-reaches-more = { colour-named } erreicht jetzt { $after } Felder, vorher { $before }.
coach-reaches-less = { colour-named } erreicht nur noch { $after } Felder, vorher { $before }.
coach-no-place = { $count ->
    [one] Der Stein { $pieces } von { colour-named } passt nirgends mehr hin.
   *[other] Die Steine { $pieces } von { colour-named } passen nirgends mehr hin.
}
coach-big-piece = { $count ->
    [one] { colour-named } hat noch { $piece }; der Stein passt nur noch an eine Stelle.
   *[other] { colour-named } hat noch { $piece }; der Stein passt nur noch an { $count } Stellen.
}
coach-keeps = { $count ->
    [one] Das bedeckt nur { $size ->
        [one] ein Feld
       *[other] { $size } Felder
    }; ein Fünfer, der gepasst hätte, bleibt liegen.
   *[other] Das bedeckt nur { $size ->
        [one] ein Feld
       *[other] { $size } Felder
    }; { $count } Fünfer, die gepasst hätten, bleiben liegen.
}

# Aufgaben
exercise-most = Leg am meisten: Nur ein Zug sichert dir { $count } Felder.
exercise-corner = Halte die Ecke: { $count } Felder sind in Gefahr. Finde den besten Zug.
