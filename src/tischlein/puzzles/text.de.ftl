# Solo-Aufgaben

colour-named = { $colour ->
     [blue] Blau
     [yellow] Gelb
     [red] Rot
    *[green] Grün
}
turn-named = { $turn ->
     [blue] Blau
     [yellow] Gelb
     [red] Rot
    *[green] Grün
}

S-colour = Die Farbe { $colour } gibt es nicht; es gibt blue, yellow, red und green.
S-piece = { $move } ist kein Stein, den { colour-named } in dieser Aufgabe hat.
S-placed = Der Stein { $piece } in { colour-named } liegt schon auf dem Brett.
S-turn = Jetzt kommt { turn-named } und nicht { colour-named }: Die Farben legen reihum.
S-descending = Ein Stein mit { $size } Quadraten muss warten: { $missing } größere sind noch zu legen.
S-board = Das Feld { $square } liegt nicht auf dem Brett mit { $size } Feldern.
S-occupied = Das Feld { $square } ist besetzt.
S-edge = Auf { $square } läge der Stein Kante an Kante mit einem anderen in { colour-named }.
S-not-there = { $move } liegt nicht auf dem Brett.
S-given = { $move } war vorgegeben und bleibt liegen.

# Die Namen der Aufgaben

title = Solo-Aufgabe
title-s1 = S1: alle 84 Steine nach den Spielregeln legen
title-s2 = S2: alle 84 Steine legen, die großen zuerst
title-s3 = S3: 8 x 10 mit den Vierern füllen, gleiche Farben dürfen sich berühren
title-s4 = S4: 8 x 10 mit den Vierern füllen, gleiche Farben dürfen sich nicht berühren
title-s5 = S5: 15 x 16 mit den Fünfern füllen, gleiche Farben dürfen sich berühren
title-s6 = S6: 15 x 16 mit den Fünfern füllen, gleiche Farben dürfen sich nicht berühren
title-own = Rätsel { $size }: gleiche Farben dürfen sich nicht berühren
level-easy = leicht
level-medium = mittel
level-hard = schwer

# Der Tutor

verdict-solvable = Das lässt sich vollenden.
verdict-impossible = Das lässt sich nicht mehr vollenden.
verdict-unknown = Noch ist unbekannt, ob sich das vollenden lässt.
reason-island = { $count ->
    [one] Auf { $square } liegt ein freies Feld allein, und dahin passt kein übriger Stein.
   *[other] Um { $square } liegen { $count } freie Felder, und das ist kein Vielfaches von { $size }.
}
reason-square = Kein übriger Stein kann { $square } bedecken.
reason-piece = Für den Stein { $piece } in { colour-named } gibt es keinen Platz mehr.
reason-room-colour = Für { colour-named } gibt es nicht mehr genug Platz.
reason-room = Für alle Steine zusammen gibt es nicht mehr genug Platz.
reason-tried = Alle Möglichkeiten wurden probiert: { $count } Steine.
hint-place = Lege { $piece } in { colour-named } auf { $move }.
hint-take-back = Nimm { $piece } in { colour-named } von { $move } zurück.
hint-none = Noch gibt es keinen Tipp.

# Dateien

no-layout = Zeile { $line }: Das ist kein Rätsel; ein Rätsel beginnt mit „{ $heading }“.
missing-key = Zeile { $line }: Im Rätsel fehlt „{ $text }“.
repeated-key = Zeile { $line }: „{ $text }“ steht zweimal da.
unknown-key = Zeile { $line }: „{ $text }“ bedeutet hier nichts.
bad-line = Zeile { $line }: „{ $text }“ ist weder eine Angabe noch ein gelegter Stein.
bad-size = Zeile { $line }: „{ $text }“ ist keine Größe wie 8x10 mit Seiten von 1 bis 20.
bad-hand = Zeile { $line }: Den Stein „{ $text }“ gibt es nicht.
no-challenge = Zeile { $line }: Die Aufgabe „{ $text }“ gibt es nicht; es gibt { $known }.
wrong-number = Zeile { $line }: Stein { $number } steht, wo { $expected } hingehört.
wrong-placement = Zeile { $line }: { $text } ist nicht möglich: { $reason }
too-large = Ein Rätsel mit { $size } geht nicht; die Seiten haben { $least } bis { $most } Felder, und es sind höchstens { $squares } Felder.
no-level = Die Stufe „{ $text }“ gibt es nicht; es gibt { $known }.
not-found = Es wurde kein Rätsel mit { $size } und der Stufe { $level } gefunden; versuche einen anderen Startwert.

# Die Befehlszeile

solving = Löse … { $tried } Steine probiert
making = Mache ein Rätsel …
stopped = Angehalten, bevor eine Lösung bekannt war.
solved-with = Gelöst mit Startwert { $seed } in { $seconds } s; { $tried } Steine probiert.
pieces-left = { $count ->
    [one] Ein Stein ist übrig.
   *[other] { $count } Steine sind übrig.
}
made = { $size }, { $level }, { $givens } von { $pieces } Steinen vorgegeben, Startwert { $seed }
daily = Rätsel des Tages, { $date }: { $size }, { $level }, { $givens } von { $pieces } Steinen vorgegeben
saved = Geschrieben nach { $file }.
choose-one = Nenne eine Aufgabe (s1 bis s6) oder mit --from eine Datei.
