title = Planken legen

variant-standard = Standard
variant-standard-about = Zu zweit oder zu dritt, jeder für sich: Drei eigene Nägel in drei Farben in einer Reihe gewinnen.
variant-teams = Teams
variant-teams-about = Zu viert in zwei Teams, Partner sitzen sich gegenüber; die Reihe eines Partners gewinnt für beide.

option-line = Waagrechte Reihen
option-line-about = Welche Planken eine waagrechte Reihe bilden.
option-line-neighbouring = Drei benachbarte Planken
option-line-any = Drei beliebige Planken
option-deal = Austeilen
option-deal-about = Wie die Planken verteilt werden. Zu zweit ist die ausgewogene Verteilung immer dieselbe; für Abwechslung teilt zufällig aus.
option-deal-balanced = Ausgewogen nach der mittleren Farbe
option-deal-random = Ganz nach Zufall
option-turning = Planken drehen
option-turning-about = Ob eine Planke vor dem Legen auf den Kopf gedreht werden darf.
option-turning-yes = Erlaubt
option-turning-no = Nicht erlaubt
option-stuck = Festsitzen
option-stuck-about = Was geschieht, wenn jemand nichts tun kann.
option-stuck-skipped = Der Zug entfällt
option-stuck-loses = Wer festsitzt, verliert
option-edge = Vorteil des Anfangs
option-edge-about = Ob die andere Seite die Stellung des Startspielers übernehmen darf.
option-edge-none = Kein Tausch
option-edge-swap = Nach drei Zügen darf die andere Seite tauschen
option-staying = Stehen lassen
option-staying-about = Ob in der zweiten Phase alles bleiben darf, wie es ist.
option-staying-no = Wer versetzen kann, muss
option-staying-yes = Man darf alles stehen lassen

# Was jede Stufe sieht
level-1 = Denkt nur an die eigenen Reihen und übersieht auch mal einen Gewinn.
level-2 = Denkt nur an die eigenen Reihen und nimmt jeden Gewinn.
level-3 = Sieht etwa jede zweite Drohung der anderen.
level-4 = Sieht jede Reihe, die jemand im nächsten Zug vollenden könnte.
level-5 = Baut zwei Drohungen auf einmal.
level-6 = Sieht zwei Drohungen auf einmal kommen und spielt einige Partien im Kopf durch.
level-7 = Schaut fünf Züge voraus und spielt Tausende Partien durch.
level-8 = Schaut sechs Züge voraus.
level-9 = Schaut sieben Züge voraus.
level-10 = Schaut voraus, bis es weiß, wer gewinnt, soweit die Zeit reicht.

colour-red = rot
colour-green = grün
colour-blue = blau

shape-round = rund
shape-square = eckig
shape-triangle = dreieckig
shape-cross = Kreuz

# Verletzte Regeln
R3-end = Als { $column } kann keine Planke gelegt werden. Lege sie an das linke oder rechte Ende der Reihe.
R3-nothing = Eine Planke { $column } liegt nicht da. Wähle ein Feld einer Planke, die liegt, oder lege dort eine an.
R4-turned = { $plank } hast du nur andersherum, und an diesem Tisch werden Planken nicht gedreht.
R5-stock = Eine Planke { $plank } hast du nicht mehr. Wähle eine der Planken, die vor dir liegen.
R6-spent = Du hast keinen Nagel mehr in der Farbe von { $cell }. Wähle ein Feld in einer Farbe, die du noch hast.
R6-taken = Auf dem Feld dieser Farbe bei { $cell } steckt schon ein Nagel. Wähle ein freies Feld.
R6-colour = Der Nagel auf { $source } hat eine andere Farbe als { $cell }. Er kommt nur auf ein Feld seiner Farbe.
R7-early = Du hast noch Nägel zu setzen. Versetzt wird erst, wenn alle sechs auf dem Tisch sind.
R7-late = Alle deine Nägel sind gesetzt. Versetze einen von ihnen auf eine andere Planke.
R7-own = Auf { $source } steckt kein Nagel von dir. Versetze einen deiner eigenen Nägel.
R7-same = Der Nagel auf { $source } muss auf eine andere Planke, nicht auf die, auf der er schon steckt.
R7-last = Der Nagel auf { $source } ist der letzte, der seine Planke hält. Versetze einen anderen.
R12-over = Das Spiel ist zu Ende; niemand zieht mehr.
R7-stay = Alles stehen lassen geht nur in der zweiten Phase, und nur, wo der Tisch so spielt.
R14-choose = Bevor es weitergeht, wählst du: „keep“ behält die Seiten, wie sie sind, „swap“ tauscht sie.
R14-nothing = Jetzt gibt es nichts zu behalten oder zu tauschen. Mach einen Zug mit einem Nagel.
R15-text = „{ $move }“ ist kein Zug. Schreib m2, um einen Nagel zu setzen, RGB:n2, um eine Planke zu legen und einen Nagel darauf zu setzen, m2-k, um einen Nagel zu versetzen, RGB:m2-n, um ihn auf eine neue Planke zu versetzen.

# Zeichnungen
seat = Platz { $number }
seat-team = Platz { $number } · Team { $team }
planks = Planken
nails = Nägel
none = keine
all-set = alle gesetzt
phase-set = setzt Nägel
phase-move = versetzt Nägel
last = Letzter Zug: { $move } (Platz { $number })
skipped = Platz { $number } kann nichts tun und setzt aus.
repeats = Diese Stellung steht zum zweiten Mal da; beim dritten Mal endet das Spiel unentschieden.
turn-begin = Platz { $number } beginnt: Lege eine Planke und setze einen Nagel darauf.
turn-set = Platz { $number } ist am Zug: Setze einen Nagel, mit oder ohne neue Planke.
turn-move = Platz { $number } ist am Zug: Versetze einen Nagel auf eine andere Planke.
turn-choose = Platz { $number } wählt: die Seiten behalten oder tauschen.
end-line = { $count ->
    [one] Platz { $owner } hat eine Reihe und gewinnt.
   *[other] Platz { $owner } hat eine Reihe; die Plätze { $seats } gewinnen gemeinsam.
}
end-stuck = { $count ->
    [one] Platz { $stuck } kann nichts tun und verliert; Platz { $seats } gewinnt.
   *[other] Platz { $stuck } kann nichts tun und verliert; die Plätze { $seats } gewinnen gemeinsam.
}
end-blocked = Niemand kann mehr etwas tun: unentschieden.
end-repeated = Dieselbe Stellung steht zum dritten Mal da: unentschieden.

# Der Trainer
coach-wins = Das vollendet die Reihe und gewinnt.
coach-missed = Hier ließ sich eine Reihe vollenden.
coach-threatens = { $count ->
    [one] Das droht eine Reihe an.
   *[other] Das droht Reihen an { $count } Stellen zugleich an.
}
coach-allows = Platz { $seat } kann jetzt eine Reihe vollenden.
coach-stops = Das verhindert die Reihe von Platz { $seat }.
coach-loses = { $count ->
    [one] Jetzt gewinnt die andere Seite mit ihrem nächsten Zug.
   *[other] Jetzt erzwingt die andere Seite den Sieg in { $count } Zügen.
}
coach-forces = { $count ->
    [one] Das erzwingt den Sieg mit dem nächsten Zug.
   *[other] Das erzwingt den Sieg in { $count } weiteren Zügen.
}
coach-forced = { $count ->
    [one] Mit diesem Zug war zu gewinnen.
   *[other] Ein Sieg in { $count } Zügen war zu erzwingen.
}

# Aufgaben
exercise-win = Finde den einzigen Zug, der gewinnt, in { $count } Zügen.
exercise-hold = Nur ein Zug hält: Alle anderen verlieren in { $count } Zügen.
