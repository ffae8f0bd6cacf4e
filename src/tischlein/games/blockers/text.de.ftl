title = Blockers!

variant-basic = Grundspiel
variant-basic-about = Zwei bis fünf Leute mit je einer Farbe: Halte deine Plättchen in wenigen Gruppen und nimm wenig.
variant-expert = Profispiel
variant-expert-about = Zu zweit mit je zwei Farben; du wählst die Farbe, die du spielst, und darfst sogar deine andere nehmen.

option-scoring = Wertung
option-scoring-about = Ob genommene Plättchen Punkte kosten.
option-scoring-blockers = Blockers!: Gruppen und die Farbe, von der du am meisten genommen hast
option-scoring-uptown = Uptown: nur Gruppen; genommene Plättchen entscheiden bei Gleichstand
option-own-colour = Die eigene zweite Farbe nehmen
option-own-colour-about = Ob du Plättchen deiner anderen eigenen Farbe nehmen darfst.
option-own-colour-yes = erlaubt
option-own-colour-no = nicht erlaubt
option-colours = Farben
option-colours-about = Alle wählen ihre Farbe; jede gibt es nur einmal.
option-colours-red = Rot
option-colours-green = Grün
option-colours-blue = Blau
option-colours-yellow = Gelb
option-colours-violet = Violett

# Farben, ausgeschrieben und wie sie auf dem Brett im Terminal stehen

# Was jede Stufe sieht
level-1 = Sieht nur ein paar Züge und möchte wenige eigene Gruppen.
level-2 = Sieht mehr Züge, übersieht aber noch viele.
level-3 = Sieht jeden Zug, der die eigenen Gruppen zusammenhält.
level-4 = Denkt an die Plättchen, die noch kommen, übersieht aber manchen Zug.
level-5 = Sieht alle Züge und denkt an die Plättchen, die noch kommen.
level-6 = Kommt auch den anderen in die Quere.
level-7 = Spielt vor jedem Zug Dutzende Partien im Kopf durch.
level-8 = Spielt Hunderte Partien im Kopf durch.
level-9 = Spielt Tausende Partien im Kopf durch.
level-10 = Spielt bis zu sechzehntausend Partien durch: stärker geht es nicht.

colour-red = Rot
colour-green = Grün
colour-blue = Blau
colour-yellow = Gelb
colour-violet = Violett
colour-name = { $colour ->
    [red] { colour-red }
    [green] { colour-green }
    [blue] { colour-blue }
    [yellow] { colour-yellow }
   *[violet] { colour-violet }
}

short-red = ro
short-green = gr
short-blue = bl
short-yellow = ge
short-violet = vi

# Plättchen: Zahlen und Buchstaben stehen für sich selbst

tile-star = Stern
tile-circle = Kreis
tile-triangle = Dreieck
tile-heart = Herz
tile-plus = Plus
tile-diamond = Raute
tile-moon = Mond
tile-clover = Kleeblatt
tile-note = Note
tile-joker = Joker
tile-name = { $tile ->
    [star] { tile-star }
    [circle] { tile-circle }
    [triangle] { tile-triangle }
    [heart] { tile-heart }
    [plus] { tile-plus }
    [diamond] { tile-diamond }
    [moon] { tile-moon }
    [clover] { tile-clover }
    [note] { tile-note }
    [joker] { tile-joker }
   *[other] { $tile }
}

# Ablehnungen

R2-colour = { colour-name } spielst du nicht. Wähle ein Plättchen deiner eigenen Farbe.
R3-rack = Das Plättchen „{ tile-name }“ steht nicht auf deiner Bank in { colour-name }. Wähle eines, das dort steht.
R4-place = „{ tile-name }“ passt nicht auf { $cell }: Zahlen in ihre Spalte, Buchstaben in ihre Reihe, Symbole in ihren Block.
R5-own = Auf { $cell } liegt schon { colour-name }. Wähle ein leeres Feld oder ein Plättchen einer anderen Farbe.
R6-split = Das Plättchen auf { $cell } hält seine Gruppe zusammen. Nimm eines, dessen Gruppe ganz bleibt.
R9-over = Das Spiel ist zu Ende; es wird nichts mehr gelegt.
R13-own = Auf { $cell } liegt deine eigene andere Farbe; die darf an diesem Tisch nicht genommen werden.
R14-closed = { colour-name } ist abgeschlossen: Die letzten vier Plättchen liegen offen. Spiel deine andere Farbe.
R16-notation = „{ $move }“ ist kein Zug. Schreib Feld und Plättchen, zum Beispiel G2:moon oder G2:2; mit zwei Farben G2:red-moon.
R16-colour = „{ $move }“ sagt nicht, welche deiner zwei Farben du spielst. Schreib sie vor das Plättchen, zum Beispiel G2:red-moon.

# Zeichnungen

heading = { title } · { $variant }
seat = Platz { $seat }
you = du
rack = Bank
pile = Stapel { $count }
hidden = { $count } verdeckt
closed = abgeschlossen
taken = Genommen { $count }
in-pile = { $count } im Stapel
groups = { $count ->
    [one] { $count } Gruppe
   *[other] { $count } Gruppen
}
most = { $count } gleichfarbige
sum = { $groups } + { $most }
points = { $count ->
    [one] { $count } Punkt
   *[other] { $count } Punkte
}
last = Letzter Zug: { $move }
skipped = { seat } kann nichts legen und setzt aus.
turn = Platz { $seat } ist am Zug.
turn-you = Du bist am Zug: Lege ein Plättchen.
won = Platz { $seat } hat gewonnen.
shared = Die Plätze { $seats } teilen sich den Sieg.

# Der Trainer

coach-begins = Das Plättchen steht allein und beginnt eine neue Gruppe in { colour-name }.
coach-grows = Das vergrößert eine Gruppe in { colour-name }: { $size } Plättchen.
coach-joins = Das verbindet { $count } Gruppen in { colour-name } zu einer mit { $size } Plättchen.
coach-room = { $count ->
    [0] Auf keinem leeren Feld neben der Gruppe passt ein Plättchen, das noch da ist.
    [one] Die Gruppe kann auf einem leeren Feld wachsen; dort { $tiles ->
        [one] passt eines der eigenen Plättchen, die noch da sind
       *[other] passen { $tiles } der eigenen Plättchen, die noch da sind
    }.
   *[other] Die Gruppe kann auf { $count } leeren Feldern wachsen; dort { $tiles ->
        [one] passt eines der eigenen Plättchen, die noch da sind
       *[other] passen { $tiles } der eigenen Plättchen, die noch da sind
    }.
}
coach-takes = { $count ->
    [0] Das nimmt ein Plättchen in { colour-name }; es kostet keinen Punkt.
    [one] Das nimmt ein Plättchen in { colour-name }; es kostet einen Punkt.
   *[other] Das nimmt ein Plättchen in { colour-name }; es kostet { $count } Punkte.
}
coach-frees = Das genommene Plättchen stand allein: { colour-name } hat jetzt eine Gruppe weniger.
coach-parts = Das steht zwischen { $count } Gruppen in { colour-name }.
coach-joker = Der Joker war hier nicht nötig: „{ tile-name }“ stand auf der Bank und passt auf dasselbe Feld.
coach-spends = „{ tile-name }“ passt auch auf { $cell } und hätte dort { $count } Gruppen in { colour-name } verbunden.
coach-gap = { $count ->
    [0] Es gibt kein Plättchen in { colour-name } mehr, das die Lücke auf { $cell } schließt.
    [one] Nur noch ein Plättchen in { colour-name } kann die Lücke auf { $cell } schließen.
   *[other] Nur noch { $count } Plättchen in { colour-name } können die Lücke auf { $cell } schließen.
}

# Aufgaben
exercise-group = Gewinne eine Gruppe: Nur ein Zug verbindet { $count }.
exercise-quiet = Finde den einzigen Zug, der keinen Punkt kostet.
