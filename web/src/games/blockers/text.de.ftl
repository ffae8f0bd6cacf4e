# Was nur auf der Seite steht

about = Wenige Gruppen bilden, wenig nehmen: Die wenigsten Punkte gewinnen.
facts = 2–5 Leute · 30 Minuten · ab 8

task-one = Leg ein Plättchen in { colour-name }.
task-two = Leg ein Plättchen in { colour-name } oder { $other }.
task-last = Leg dein letztes Plättchen in { colour-name }; vier bleiben übrig.
task-skipped = { colour-name } kann nichts legen und setzt aus.

board-label = Spielbrett. Pfeile gehen über die Felder. Die Ziffern wählen ein Plättchen deiner Bank, P das nächste. N springt zum nächsten Feld, auf das es passt, Eingabe legt, Escape stellt es zurück.
picture-label = { $count ->
    [0] Ein leeres Brett
    [one] Brett mit einem Plättchen
   *[other] Brett mit { $count } Plättchen
}
hand-label = Deine Bank
rack-label = Bank in { colour-name }
pile-empty = Stapel leer, letzter Zug
tile-coloured = { tile-name } in { colour-name }
tile-stuck = { $name }, passt nirgends
must-take = Nichts passt auf ein leeres Feld: Du musst ein Plättchen nehmen.
held-cells = { $name }: { $free ->
    [0] kein freies Feld
    [one] 1 freies Feld
   *[other] { $free } freie Felder
}, { $take ->
    [0] nichts zu nehmen
   *[other] { $take } zu nehmen
}.
held-nowhere = { $name } passt nirgends.
held-fits = Passt.
held-takes = Passt und nimmt { colour-name }.
held-muted = Passt nicht.
cell-empty = { $cell }, { $symbol }: leer.
cell-laid = { $cell }, { $symbol }: { tile-name } in { colour-name }.
read-empty = { tile-name }, leer
cell-locked = Hält seine Gruppe zusammen.
cell-fits = Auf { $cell } passt: { $tiles }.
cell-fits-none = Auf { $cell } passt keines deiner Plättchen.
tools = Plättchen in der Hand
place = Legen
drop = Zurückstellen

seats-label = Gruppen und genommene Plättchen
seat-rack = { colour-name }: { $count } auf der Bank, { $pile } im Stapel
seat-closed = { colour-name }: { closed }
seat-skipped = setzt aus
seat-took = { $count } genommen

score-detail = { $groups } + { $most }
move-long = { colour-name }, { tile-name } auf { $cell }
move-takes = { colour-name }, { tile-name } auf { $cell }, nimmt { $took }
count-groups = { colour-name }: { $groups }
count-nothing = Nichts genommen
count-most = Am meisten von { $colours } genommen
count-equal = Von { $colours } je { $count } genommen; eine Farbe zählt
count-tie = Gleichstand: insgesamt { $count } genommen

lesson-1 = Du bist Rot. Eine Zahl gehört in ihre Spalte: Nimm die umrandete und leg sie auf das umrandete Feld.
lesson-2 = Ein Buchstabe gehört in seine Reihe. Leg ihn neben dein Plättchen: So bleibt es eine einzige Gruppe.
lesson-3 = Ein Symbol passt auf jedes Feld mit diesem Symbol. Wieder daneben: Wenige Gruppen sind wenige Punkte.
lesson-4 = Du darfst auch ein fremdes Plättchen nehmen, wenn seine Gruppe dabei nicht zerfällt. Aber Genommenes zählt!
