# Was das Terminal sagt

welcome = Tischlein, deck dich! Was spielen wir?
continue-last = mit der letzten Partie weitermachen
which-game = Welches Spiel?
how-many-seats = Wie viele Plätze?
how-many-people = Wie viele Menschen spielen hier? Der Rest sind Programme.
setting-the-table = Der Tisch wird gedeckt … (beim ersten Mal dauert es ein paar Sekunden)
seats = { $numbers } Plätze
default = voreingestellt
seat = Platz { $number }
player-random = Zufall { $number }
thinking = { $name } denkt nach …
prompt = { $name } (? für Hilfe):
curtain = { $name }, du bist am Zug. Drück die Eingabetaste, wenn sonst niemand hinsieht.
played = { $ply }. { $name }: { $move }
listed =
    { $count ->
        [0] Kein erlaubter Zug enthält das.
       *[other] { $shown } von { $count } Zügen. Tippe einen Teil eines Zuges oder #Nummer aus dieser Liste.
    }
refused = { $reason } ({ $rule }; „regeln { $rule }“ zeigt die Regel)
kept = Die Partie liegt in { $file }.
not-saved = { $file } ließ sich nicht schreiben: { $reason }.
no-folder = einen Ordner { $folder } gibt es nicht
nothing-to-take-back = Es gibt nichts zurückzunehmen.
walk = Eingabetaste: weiter · b: zurück · 0-{ $last }: dorthin · q: Ende
drawn = Die Partie ist unentschieden.
won =
    { $count ->
        [one] { $names } gewinnt!
       *[other] { $names } gewinnen!
    }
place = { $place }. { $name }: { $score }
help =
    Tippe einen Zug oder einen Teil davon: Passt nur ein erlaubter Zug, wird er gespielt, sonst kommt eine Liste.
      züge [TEIL]    erlaubte Züge auflisten
      tipp           um einen guten Zug bitten
      zurück         zurücknehmen bis zu deinem letzten Zug
      brett          das Brett noch einmal zeichnen
      regeln [R4]    die Regeln lesen, oder eine davon
      sichern [DATEI] die Partie in eine Datei schreiben
      ende           aufhören; „tischlein play --resume last“ macht weiter

# Rat und Analyse

no-hint = Die Partie ist zu Ende; da ist nichts mehr zu raten.
hint-seat = wer
hint-move = Zug
hint-value = wert
hint-continuation = dann
hint-better = besser war
was-better = Zug { $ply }: { $name } hatte stattdessen { $move }, wie hier gezeichnet.
exercise-of = Aufgabe { $number } von { $count }
exercise-ask = Dein Zug (ein Tipp: ?, die Antwort: !)
exercise-right = Richtig: { $move }.
exercise-wrong = Nein. { $move } war der Zug.
exercise-none = Heute ist nichts fällig; die nächsten Aufgaben kommen am { $date }.
exercises-not-ours = { $file } gibt es schon, aber nicht die Partien, aus denen sie entstand ({ $folder }). Wähl einen anderen Namen, oder schieb sie beiseite.
exercises-made = { $count } Aufgaben in { $file } geschrieben.
making-exercises = Es wird gespielt und nach Aufgaben gesucht …
openings-games = Partien
openings-result = gewonnen
openings-none = Zu dieser Stellung kam keine Partie.
openings-of = Aus { $games } Partien; die ersten Züge von { $bot }.
analysing = Die Partie wird durchgesehen …
pictures-in = Der Graph und die Bretter der Wendepunkte liegen in { $folder }.
drawn-to = Die Kurve liegt in { $file }.
how-strong = Wie stark sollen die Programme sein, von 1 (ein Kind gewinnt) bis { $top }?
player-level = Stufe { $level } (Platz { $number })
hinted = Versuch { $move } (wert { $share } %).
hinted-only = Versuch { $move }.

# Der Server

serving = Tischlein ist gedeckt: { $address } (Strg-C beendet)
no-port = Auf { $host } Port { $port } kann nicht gelauscht werden: { $reason }. Wähl mit --port einen anderen.
