# Was nur auf der Seite steht

task-start = Leg deinen ersten Stein auf ein Startfeld von { colour-named }.
task-place = Leg einen Stein in { colour-named } Ecke an Ecke an.
task-shared = Leg jetzt einen Stein der gemeinsamen Farbe { colour-named }.

board-label = Spielbrett. Pfeile gehen über die Felder. Eingabe nimmt einen Stein, P den nächsten; dann schieben die Pfeile ihn, R dreht, F wendet, N springt zum nächsten Platz, Eingabe legt, Escape lässt ihn los.
picture-label = { $count ->
    [0] Ein leeres Brett
    [one] Brett mit einem Stein
   *[other] Brett mit { $count } Steinen
}
square-free = frei
square-taken = { colour-named }, { $piece }
square-start = Startfeld von { colour-named }
square-start-any = freies Startfeld
square-corner = frei, Ecke von { colour-named }
hand-label = Deine Steine
hand-colours = Deine Farben
piece-held = { $piece }
piece-stuck = { $piece }, passt nirgends
piece-placed = { $piece }, schon gelegt
squares-named = { $count ->
    [one] { $from }
   *[other] { $from } bis { $to }
}
held-fits = { $piece } auf { squares-named }: passt
held-muted = { $piece } auf { squares-named }: passt nicht
tools = Stein in der Hand
turn = Drehen
flip = Wenden
place = Legen
drop = Zurücklegen
steps = Um ein Feld schieben
steps-how = Auf dem Brett ziehen oder hier:
step-left = Ein Feld nach links
step-right = Ein Feld nach rechts
step-up = Ein Feld nach oben
step-down = Ein Feld nach unten

move-long = { colour-named }, { $piece } auf { squares-named }
seat-out = fertig
partner-of = mit { colour-named }
points = { $count ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
pieces-left = { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
}
count-all = alles gelegt
count-single-last = alles gelegt, das Einzelquadrat zuletzt
about = Leg so viele Steine, wie du kannst: Ecke an Ecke, nie Kante an Kante.
facts = 2–4 Leute · 20–30 Minuten

lesson-1 = Du bist Blau. Nimm den kräftigen Stein und leg ihn in deine Ecke: auf den gestrichelten Umriss.
lesson-2 = Ab jetzt berührt jeder Stein einen von deinen, aber nur an einer Ecke. Leg diesen auf den Umriss.
lesson-3 = Nie Kante an Kante mit deiner Farbe; an anderen darfst du liegen, wie du willst. Zieh weiter zur Mitte.
lesson-4 = Große Steine zuerst: Platz wird knapp. Wer am Ende am wenigsten übrig hat, gewinnt. Noch einer!
