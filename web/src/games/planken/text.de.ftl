# Was nur auf der Seite steht

about = Leg Planken und schlag Nägel ein: Drei eigene in drei Farben in einer Reihe gewinnen.
facts = 2–4 Leute

task-begin = Leg eine Planke und setz einen Nagel darauf.
task-set = Setz einen Nagel, mit oder ohne neue Planke.
task-move = Versetz einen deiner Nägel auf eine andere Planke.
task-choose = Behalte deine Seite oder tausch sie mit der anderen.

task-skipped = { $name } setzt aus.

step-wait = Deine Planken und Nägel
step-begin = Nimm eine Planke, um anzufangen.
step-set = Wähle ein Feld oder eine Planke.
step-set-only = Wähle ein Feld für einen Nagel.
step-set-new = Jetzt ein Nagel auf die neue Planke.
step-take = Nimm einen Nagel oder eine Planke.
step-take-only = Nimm einen deiner Nägel.
step-take-new = Nimm einen Nagel für die neue Planke.
step-nail = Wähle eines der hellen Felder für ihn.
step-nail-new = Wähle sein Feld auf der neuen Planke.
step-end = Wähle ein Ende der Reihe.
step-confirm = Bestätige mit dem Häkchen.
step-choose = Du wählst jetzt:

choice-keep = Behalten
choice-keep-about = Alles bleibt, wie es ist.
choice-swap = Tauschen
choice-swap-about = Du bekommst Planken und Nägel der anderen Seite.
choice-stay = Stehen lassen
choice-stay-about = Alles bleibt, wo es ist; der Nächste ist dran.

board-label = Reihe der Planken. P nimmt eine Planke, R dreht sie, Pfeile wählen ein Ende oder ein Feld, Eingabe legt, setzt oder nimmt, N springt zum nächsten möglichen Feld, Escape geht einen Schritt zurück.
picture-label = { $planks ->
    [0] Ein leerer Tisch
    [one] Reihe aus einer Planke mit { $nails ->
        [one] einem Nagel
       *[other] { $nails } Nägeln
    }
   *[other] Reihe aus { $planks } Planken mit { $nails } Nägeln
}
hand-label = Deine Planken und Nägel
hand-planks = Planken
hand-nails = Nägel
plank-named = Planke { $plank }
plank-stuck = Planke { $plank }, lässt sich jetzt nicht legen
plank-held = Planke { $plank } in der Hand.
nails-named = { $count ->
    [0] Kein Nagel in { nail-colour } übrig
    [one] Ein Nagel in { nail-colour }
   *[other] { $count } Nägel in { nail-colour }
}
nail-colour = { $colour ->
    [red] Rot
    [green] Grün
   *[blue] Blau
}
nail-shape = { $shape ->
    [round] runder Nagel
    [square] eckiger Nagel
    [triangle] dreieckiger Nagel
   *[cross] Kreuznagel
}
can = { $possible ->
    [yes] , möglich
   *[no] {""}
}
read-free = { nail-colour }, frei
read-nail = { nail-colour }, { nail-shape } von { $name }
say-free = { $cell }, { read-free }{ can }
say-nail = { $cell }, { read-nail }{ can }
say-end-left = linkes Ende, { $column }
say-end-right = rechtes Ende, { $column }
sign-round = runde Nägel
sign-square = eckige Nägel
sign-triangle = dreieckige Nägel
sign-cross = Kreuznägel
partner = Partner
team-0 = Team A
team-1 = Team B
notice-skipped = { $sign } setzt aus
notice-stuck = { $sign } sitzt fest und verliert
notice-repeats = Gleiche Stellung: { $count } von 3
tools = Planke und Nagel in der Hand
turn = Drehen
place = Setzen
drop = Zurücklegen

nails-left = { $count ->
    [one] 1 Nagel
   *[other] { $count } Nägel
}
planks-left = { $count ->
    [0] keine Planke
    [one] 1 Planke
   *[other] { $count } Planken
}
short-keep = behält
short-swap = tauscht
short-stay = lässt stehen
said-keep = Seiten behalten
said-swap = Seiten tauschen
said-stay = alles stehen lassen
move-set = Nagel in { nail-colour } auf { $target }
move-move = Nagel in { nail-colour } von { $source } nach { $target }
move-lay-set = Planke { $plank } als { $end }, Nagel in { nail-colour } auf { $target }
move-lay-move = Planke { $plank } als { $end }, Nagel in { nail-colour } von { $source } nach { $target }

count-line = Drei Nägel in drei Farben in einer Reihe: { $cells }
count-line-team = Reihe von { $name } für beide: { $cells }
count-no-line = keine Reihe
count-stuck = { $name } kann nichts tun und verliert dadurch
count-stuck-other = { $name } kann nichts tun
count-blocked = Niemand kann mehr etwas tun: unentschieden
count-repeated = Dieselbe Stellung zum dritten Mal: unentschieden

lesson-1 = Leg eine der kräftigen Planken, so herum wie umrandet, und setz auf ihr rotes Feld einen roten Nagel.
lesson-2 = Leg noch eine Planke an. Der Nagel kommt immer auf die neue Planke, denn er hält sie.
lesson-3 = Weiter so: Drei deiner Nägel in drei Farben sollen in eine Reihe, auf einer Planke oder auf gleicher Höhe.
lesson-4 = Jetzt fehlt nur noch einer. Setz ihn, und du hast gewonnen!
