# Überall

skip = Zum Inhalt
navigation = Seiten
close = Schließen
yes = Ja
no = Nein
and = { $first } und { $last }
you = du
you-label = Du
name = Name
rules = Regeln
settings = Einstellungen
refused = Das geht nicht ({ $code }).
try-again = Noch einmal versuchen
share = Teilen
link = Link
copy = Kopieren
copied = Kopiert
qr-code = Der Link als QR-Code

seat = Platz { $number }
seat-numbered = { $name } ({ $number })
level = Stufe { $number }
level-random = Zufall
level-about = { $name } (bis { NUMBER($seconds, maximumFractionDigits: 1) } s je Zug)
level-time = bis { NUMBER($seconds, maximumFractionDigits: 1) } s je Zug

# Startseite

home-continue = Weiterspielen
home-open = Offene Tische
home-finished = Beendete Partien
home-offline = Nicht verbunden: Partien gegen Programme, auf diesem Gerät und allein gehen trotzdem und kommen später zum Server.
on-device-offline = auf diesem Gerät, nicht verbunden
needs-connection = Dafür braucht es eine Verbindung, und gerade ist keine da.
move-now = Jetzt ziehen
terms-local = Ausgeteilt hat hier ein Gerät und kein Server; es könnte sich etwas ausgesucht haben. Die Partie zählt nicht.
analysis-stop = Anhalten
play = Spielen
play-friends = Mit Freunden
play-device = An einem Gerät
starting = Der Tisch wird gedeckt …
card-waiting = { $count ->
    [one] 1 freier Platz
   *[other] { $count } freie Plätze
}
card-over = beendet
card-your-turn = du bist dran
card-playing = Zug { $ply }
import-game = Eine Partie aus einer Datei öffnen

# Einen Tisch decken

new-title = Tisch decken: { $game }
new-variant = Wie wollt ihr spielen?
new-seats = Zu wievielt?
new-people = { $count } Leute
new-who = Wer sitzt wo?
new-level = Stärke
new-open-about = Wer den Link bekommt, kann sich hier hinsetzen.
new-public = Öffentlicher Tisch
new-public-about = Alle finden ihn auf der Startseite und dürfen zusehen.
new-more = Regeloptionen, Uhr, Hilfen
new-clock = Uhr
clock-none = keine
clock-fast = 5 min + 5 s je Zug
clock-medium = 15 min + 10 s je Zug
clock-slow = 45 min + 30 s je Zug
new-first = Wer fängt an?
first-lot = Das Los entscheidet
new-takebacks = Züge dürfen zurückgenommen werden, wenn alle einverstanden sind
new-hints = Tipps sind erlaubt
new-invite = Tisch decken und einladen
new-start = Tisch decken und spielen
kind-here = hier
kind-open = per Link
kind-bot = Programm
new-colour = Farbe von Platz { $number }

# Vor der Partie

lobby-waiting = Der Tisch ist gedeckt
lobby-invited = Du bist zu { $game } eingeladen
lobby-link = Schick diesen Link deinen Freunden oder lass sie den Code mit dem Telefon ansehen. Wer ihn öffnet, kann sich hinsetzen, ganz ohne Konto.
invite-local = Dieser Link geht nur auf diesem Gerät. Damit andere im selben Netz mitspielen können, starte den Server so:
invite-network = Das ist die Adresse in deinem Netz; wer im selben WLAN ist, findet dich so.
lobby-seats = Am Tisch
lobby-free = Platz { $number } ist frei
lobby-sit = Hinsetzen
lobby-also-here = An diesem Gerät
lobby-bot = Programm
lobby-level = Stärke der Programme
lobby-starts = { $count ->
    [0] Gleich geht es los.
    [one] Es geht los, sobald der letzte Platz besetzt ist.
   *[other] Es geht los, sobald alle Plätze besetzt sind; { $count } sind noch frei.
}
lobby-rules = Regeln lesen
stand-up = Aufstehen
terms-clock = Uhr: { $minutes } Minuten und { $seconds } Sekunden dazu für jeden Zug
terms-no-takebacks = Züge lassen sich nicht zurücknehmen
terms-no-hints = Keine Tipps
imported = importiert
local = selbst ausgeteilt
terms-imported = Importiert: Wer diese Partie mitgebracht hat, kann sie auch ausgeteilt haben. Sie zählt nicht.

# Am Tisch

board-table = Brett, Feld für Feld
players = Spielrunde
status = Stand der Partie
moves = Züge
no-moves = Noch kein Zug
actions = Hilfen
menu = Mehr
result = Ergebnis
sending = Dein Zug ist unterwegs …
your-turn = Du bist am Zug.
turn-of = { $name } ist am Zug.
turn-bot = { $name } denkt nach …
turn-trouble = { $name } wurde unterbrochen und fängt neu an …
connection-lost = Verbindung verloren. Ich versuche es weiter …
to-rule = Regel { $rule }
player-thinking = denkt nach …
player-trouble = fängt neu an …
player-bot = Programm
player-away = nicht da
player-gone = Platz ist frei
player-won = gewonnen
player-drawn = unentschieden
onlookers = { $count ->
    [one] Eine Person sieht zu
   *[other] { $count } Leute sehen zu
}

hint = Tipp
hint-stop = Stopp
hint-thinking = Ein Programm überlegt einen Tipp …
hint-says = Tipp: { $move }
hint-found = Tipp: { $move } (Aussichten: { $share } %).
hint-again = Frag noch einmal für einen anderen.
takeback = Zug zurück
react = Gruß
rematch = Noch einmal
new-game = Neue Partie
to-rematch = Zur Revanche
replay = Auswerten
seat-left = Platz { $number } ist frei.
seat-bot = { $level } weiterspielen lassen
seat-offer = Jemand Neues mitspielen lassen
seat-gone = Nicht da; ab { $time } geht es auch ohne { $name }.
seat-gone-long = { $name } ist schon lange nicht da.
claim-bot = Programm holen
claim-end = Als Sieg werten

asks-takeback = { $name } möchte einen Zug zurücknehmen.
asks-draw = { $name } bietet Unentschieden an.
asks-rematch = { $name } möchte eine Revanche.
asks-newcomers = { $name } möchte jemand Neues auf den freien Platz lassen.
asked-waiting = Die anderen sind gefragt …
answered-yes = { $name } ist einverstanden.
answered-no = { $name } ist nicht einverstanden.
event-took = { $name } setzt sich an den Tisch.
event-left = { $name } ist aufgestanden.
event-bot = Ab jetzt spielt { $name }.
event-resigned = { $name } gibt auf.
event-flagged = Für { $name } ist die Zeit um.
event-gone = { $name } ist gegangen; die anderen machen weiter.
event-closed = Das Spiel wurde vom Betreiber dieses Servers beendet.
event-credited = Der Server war weg; die Uhren wurden zurückgestellt.

react-hello = 👋 Hallo!
react-thanks = 🙏 Danke!
react-well-played = 👏 Gut gespielt!
react-oops = 🙈 Huch!
react-thinking = 🤔 Hm …
react-wow = 😮 Oh!
react-laugh = 😄 Haha!
react-bye = 👋 Tschüss!

result-won = { $count ->
    [one] { $names } hat gewonnen!
   *[other] { $names } haben gewonnen!
}
result-drawn = Unentschieden!
result-won-you = Du hast gewonnen!
result-resigned = { $count ->
    [one] { $name } hat aufgegeben.
   *[other] Die anderen haben aufgegeben.
}
you-resigned = Du hast aufgegeben.
why-resigned = Wer aufgibt, hat verloren, wie auch immer es stand.
why-points = { $order ->
    [fewest] Am wenigsten
   *[most] Am meisten
}: { $points }; { $name }: { $others }.
resigned-on = Du hast aufgegeben. Ein Programm spielt für dich weiter; du kannst zusehen.
again-stronger = Noch einmal gegen { $level }
share-picture = Bild teilen
result-time = Die Zeit war um.
result-agreed = So war es vereinbart.
result-gone = Jemand war gegangen.
result-closed = Der Betreiber dieses Servers hat das Spiel beendet.
place = { $place }.

link-watch = Link zum Zusehen
link-watch-about = Wer diesen Link öffnet, darf zusehen. Ein früherer Link gilt dann nicht mehr.
link-seat = An einem anderen Gerät weiterspielen
link-seat-about = Dieser Link gibt deinen Platz weiter, genau einmal: Öffne ihn am anderen Gerät oder gib ihn dem, der dort sitzen soll.
offer-draw = Unentschieden anbieten
resign = Aufgeben
resign-title = Aufgeben?
resign-about = { $seats ->
    [2] Dann hast du verloren.
   *[other] Dann spielt ein Programm für dich weiter.
}
resign-yes = Aufgeben
leave-title = Aufstehen?
leave-about = Dein Platz wird frei. Jemand anderes oder ein Programm kann weiterspielen.
leave-yes = Aufstehen

report = Namen melden
report-about = Welcher Name gehört hier nicht her? Wer diesen Server betreibt, erfährt davon.
report-done = Danke. Wer diesen Server betreibt, sieht es sich an.

# Was der Server speichert

data = Deine Daten auf dem Server
data-about = Der Server speichert Namen, Plätze und Züge zum Schlüssel dieses Browsers. Partien und Einstellungen auf diesem Gerät gehören nicht dazu.
data-get = Herunterladen
data-erase = Löschen
data-erase-title = Deine Daten löschen?
data-erase-about = Deine Namen und Plätze verschwinden, Tische, an denen sonst niemand spielt, und was du per Link beim Server aufbewahrst: Studien, Solo-Rätsel, Übungen. Dieser Browser behält sein Exemplar. Partien mit anderen bleiben, ohne deinen Namen. Das lässt sich nicht rückgängig machen.
data-erase-yes = Löschen
data-erased = { $count ->
    [0] Gelöscht; an einem Tisch hast du nicht gesessen.
    [one] Gelöscht, an einem Tisch.
   *[other] Gelöscht, an { $count } Tischen.
}

# Unter der Seite

imprint = Impressum
privacy = Datenschutz

curtain-title = { $name } ist dran
curtain-about = Gib das Gerät weiter. Sonst sollte jetzt niemand hinsehen.
curtain-open = Ich bin { $name }

# Ansehen und auswerten

to-table = Zum Tisch
step-first = Zum Anfang
step-back = Einen Zug zurück
step-on = Einen Zug weiter
step-last = Zum Ende
step-run = Von selbst abspielen
step-stop = Anhalten
step-of = Zug { $ply } von { $last }
step-start = Die Partie beginnt.
replay-eyes = Mit den Augen von
replay-onlooker = jemandem, der zusieht
analysis = Auswertung
analysis-about = Ein starkes Programm sieht sich auf deinem eigenen Gerät jeden Zug an. Das dauert je Zug keine halbe Sekunde.
analysis-start = Partie auswerten
analysis-thinking = Es wird überlegt … { $share } %
analysis-away = Der Server überlegt, auch wenn du die Seite verlässt … { $share } %
analysis-hand = Der Server soll weitermachen
analysis-stopped = { $share } % der Züge sind beurteilt.
analysis-done = Alle Züge sind beurteilt.
analysis-go-on = Weiter auswerten
analysis-of-move = Was dieser Zug wert war
next-mistake = Nächster Fehler
analysis-later = Auswerten lässt sich die Partie, wenn sie zu Ende ist.
analysis-pick = Wähle einen Zug und sieh, was er wert war.
analysis-move = Aussichten von { $name } nach Zug { $ply }: { $share } %.
analysis-unsure = Das Programm konnte sich diese Stellung kaum ansehen.
analysis-mistake = Ein Fehler.
analysis-blunder = Ein grober Fehler.
analysis-best = Es gab nichts Besseres.
analysis-better = Besser: { $move } ({ $share } %).
analysis-again = Von davor weiterspielen
analysis-show = Den besseren Zug zeigen
analysis-hide = Den gespielten Zug zeigen
coach = Der Trainer
coach-move = Was der Zug bewirkt
coach-played = Was der gespielte Zug bewirkt
coach-better = Was der bessere Zug bewirkt
coach-reply = Die beste Antwort darauf: { $move }
coach-nothing = Nichts, was der bessere Zug nicht auch bewirkt.
coach-silent = Dazu gibt es nichts zu sagen, was sich zählen lässt.
coach-thinking = Der Trainer sieht es sich an …
coach-failed = Dazu kann der Trainer nichts sagen.
accuracy = Wie genau gespielt wurde
accuracy-who = Wer
accuracy-all = insgesamt
turning-points = Wo es sich gedreht hat
turning-move = Zug
turning-what = Was geschah
turning-go = Zug { $ply } zeigen
turning-fell = Die Aussichten von { $name } fielen von { $before } % auf { $after } %.
turning-instead = Gespielt: { $move }. Besser: { $better }.
turning-none = Niemand hat viel verschenkt.
turning-none-yet = Bisher kein Fehler gefunden.
graph-axes = Gewinnaussichten, Zug für Zug
graph = { $count ->
    [0] Verlauf der Partie ohne Fehler
    [one] Verlauf der Partie mit einem Fehler
   *[other] Verlauf der Partie mit { $count } Fehlern
}
exports = Mitnehmen
share-about = Wer diesen Link hat, kann die Partie von hier an ansehen.
format-record = Text
format-svg = SVG
format-png = PNG
format-gif = Bewegtes Bild (GIF)
format-blksgf = Pentobi

import-about = Öffne eine Partie, die Tischlein oder Pentobi gespeichert hat, um sie anzusehen oder weiterzuspielen.
import-file = Datei
file-choose = Datei wählen …
file-none = Noch keine gewählt
import-text = oder ihr Text
import-format = Format
import-open = Öffnen

# Allein am Tisch

solo = Allein am Tisch
home-solo-about = Sechs berühmte Aufgaben und jeden Tag ein neues Rätsel. Eine Lampe sagt dir, ob es noch aufgeht.
home-solo = Alle Aufgaben
home-daily = Rätsel des Tages
rules-solo = Zu den Aufgaben
solo-about = Aufgaben für eine Person mit den Steinen von Blokus. Was du legst, bleibt in diesem Browser; mit einem Link geht es anderswo weiter.
solo-continue = Weitermachen
solo-begun = { $count ->
    [one] 1 Stein gelegt, { $time }
   *[other] { $count } Steine gelegt, { $time }
}
solo-six = Die sechs Aufgaben
solo-solved = gelöst
solo-play = Spielen
solo-free = Farben frei
solo-corners = Ecken frei
solo-option-order = Farben frei
solo-option-corners = Ecken frei
solo-rules = Regeln für eine Person
solo-daily = Rätsel des Tages
solo-daily-about = { $date }, in drei Größen. Für alle dasselbe.
solo-streak = { $count ->
    [one] Ein Tag geschafft. Bleib dran!
   *[other] { $count } Tage in Folge gelöst
}
solo-make = Ein neues Rätsel
solo-make-about = Einige Steine sind vorgegeben, und es gibt genau eine Lösung.
solo-size = Größe
solo-level = Wie schwer?
solo-make-start = Rätsel machen
solo-making = Das Rätsel entsteht gerade. Bei großen dauert das bis zu einer Minute …
solo-title = { $number } · { $name }
solo-title-daily = Rätsel des Tages · { $date }
solo-title-daily-level = Rätsel des Tages · { $level } · { $date }
solo-title-own = Rätsel { $rows } × { $columns }, { $level }

challenge-s1 = Alle 84 Steine
challenge-s1-about = Leg alle Steine nach den Regeln des Spiels, die Farben reihum.
challenge-s1-free-about = Leg alle Steine nach den Regeln des Spiels, die Farben in beliebiger Reihenfolge.
challenge-s2 = Die großen zuerst
challenge-s2-about = Leg alle 84 Steine nach den Regeln des Spiels: Fünfer, dann Vierer, Dreier, Zweier, Einer.
challenge-s3 = Das Rechteck der Vierer
challenge-s3-about = Füll 8 × 10 Felder mit den Vierern. Gleiche Farben dürfen sich berühren.
challenge-s4 = Das bunte Rechteck der Vierer
challenge-s4-about = Füll 8 × 10 Felder. Gleiche Farben dürfen nicht Kante an Kante liegen.
challenge-s5 = Das Rechteck der Fünfer
challenge-s5-about = Füll 15 × 16 Felder mit den Fünfern. Gleiche Farben dürfen sich berühren.
challenge-s6 = Das bunte Rechteck der Fünfer
challenge-s6-about = Füll 15 × 16 Felder. Gleiche Farben dürfen nicht Kante an Kante liegen.
challenge-own-about = Füll alle Felder. Gleiche Farben nie Kante an Kante; es gibt genau eine Lösung.

solo-board = Brett mit { $count } von { $all } Steinen. Eingabe nimmt einen Stein, P den nächsten, C die nächste Farbe. Pfeile schieben ihn, R dreht, F wendet, N springt zum nächsten Platz, Eingabe legt, Escape lässt ihn los. Ohne Stein in der Hand gehen die Pfeile über das Brett, und Entfernen nimmt den Stein dort auf. U nimmt einen Schritt zurück, H gibt einen Tipp.
solo-board-solved = Das fertige Brett mit { $all } Steinen
solo-square-taken = { $square }: { $piece }
solo-square-free = { $square }: frei
solo-needed = Dieser Stein muss bleiben: Ohne ihn hätten spätere so nicht gelegt werden dürfen.
solo-picked-up = { $piece } wieder in der Hand
solo-left-of = { $colour }, noch { $count }
solo-status = Lampe und Hinweise
solo-count = { $count } von { $all }
solo-moves = { $count ->
    [one] 1 Zug
   *[other] { $count } Züge
}
solo-task = { $count ->
    [one] Noch ein Stein.
   *[other] Noch { $count } Steine.
}
solo-lost = Der Server antwortet gerade nicht. Was hier liegt, bleibt hier und wird später dorthin gebracht.
lamp = Lampe
lamp-about = Sie sagt, ob sich das, was liegt, noch vollenden lässt.
lamp-off = Die Lampe ist aus.
lamp-turn-on = Lampe einschalten
lamp-turn-off = Lampe ausschalten
lamp-solvable = Es geht noch auf.
lamp-impossible = Es geht nicht mehr auf.
lamp-unknown = Noch ist unbekannt, ob es aufgeht.
lamp-thinking = Geht es noch auf?
lamp-tried = { $count } Steine probiert
lamp-go-on = Weiter nachdenken
asking-hint = Ein Tipp wird gesucht …
asking-solution = Eine Lösung wird gesucht …
asking-stop = Abbrechen
solo-hint-place = Tipp: { $move }
solo-hint-lift = Tipp: Das muss wieder weg: { $move }
hint-place-it = Hinlegen
hint-lift-it = Wegnehmen
undo = Zurück
redo = Vor
watch = Den Rest vorlegen lassen
watch-short = Lösen
watch-about = So geht es auf: { $shown } von { $all } Steinen. Dein eigener Stand bleibt, wie er ist.
watch-step = Gezeigte Steine
watch-back = Ein Stein weniger
watch-on = Ein Stein mehr
watch-end = Zurück zu mir
solved = Geschafft!
solved-about = { $count ->
    [one] In { $time } mit einem Zug.
   *[other] In { $time } mit { $count } Zügen.
}
solved-then = Als Nächstes: { $title }
solved-tomorrow = Alle drei von heute sind gelöst. Morgen gibt es neue.
solved-svg = Bild (SVG)
solved-png = Bild (PNG)
solved-next = Weiter
solved-others = Andere Aufgaben
restart = Von vorn
restart-title = Von vorn beginnen?
restart-about = Alle Steine, die du gelegt hast, kommen vom Brett. Zeit und Züge zählen neu.
solo-link = Anderswo weitermachen
solo-link-about = Mit diesem Link geht es auf einem anderen Gerät hier weiter. Ab jetzt wird jeder Schritt auch dort gespeichert.
solo-other = { $count ->
    [one] Auf einem anderen Gerät ging es weiter; dort liegt 1 Stein.
   *[other] Auf einem anderen Gerät ging es weiter; dort liegen { $count } Steine.
}
solo-other-take = Von dort übernehmen
solo-other-keep = Meinen Stand behalten

hand-up = Mehr vom Vorrat zeigen
hand-down = Vorrat wieder kleiner zeigen

# Eine erste Partie, Schritt für Schritt

learn = Zeig mir, wie
lesson-title = { $game }: so geht es
lesson-step = Schritt { $step } von { $last }
lesson-end = Das war es schon
lesson-done = Mehr musst du nicht wissen. Jetzt du!
lesson-now-you = Jetzt spielen
lesson-again = Noch einmal zeigen
lesson-skip = Überspringen und spielen
lesson-here = Diesmal nicht dorthin: Leg ihn, wo das Brett leuchtet.
solo-lesson = Erste Schritte allein
solo-lesson-1 = Das Brett soll ohne Lücke gefüllt werden. Einige Steine liegen schon. Nimm den leuchtenden Stein und leg ihn, wo es leuchtet; dreh ihn, wenn es nötig ist.
solo-lesson-2 = Gleiche Farben dürfen sich nicht an Kanten berühren, nur an Ecken. Deshalb passt dieser Stein hierhin und sonst nirgends.
solo-lesson-3 = Such immer ein Feld, das nur ein Stein bedecken kann, oder einen Stein, der nur einen Platz hat. Die Lampe sagt dir, ob es noch aufgeht.
solo-lesson-4 = Jeden Stein kannst du wieder wegnehmen, und ein Tipp zeigt den nächsten. Jetzt diesen!
solo-lesson-done = Geschafft! Jeden Tag gibt es ein neues Rätsel, und sechs große Aufgaben warten auf dich.

# Regeln

trial = Zum Ausprobieren
trial-ask = Probier es aus: Tipp die Züge an, auf dem Brett oder darunter. Welcher geht?
trial-right = Ja, dieser Zug geht.
rules-games = Spiele
tips = Tipps zum Spielen
to-puzzle = Zum Rätsel
rules-play = { $game } spielen

# Einstellungen

set-auto = wie im Browser
set-language = Sprache
set-theme = Hell oder dunkel
theme-auto = wie das Gerät
theme-light = hell
theme-dark = dunkel
set-material = Bretter und Steine
material-wood = Holz
material-plain = schlicht
material-contrast = starker Kontrast
set-turned = Meine Ecke unten
set-turned-about = Blokus dreht das Brett, bis deine Ecke unten links liegt.
set-motion = Bewegung
motion-auto = wie das Gerät
motion-off = keine
set-marks = Zeichen auf den Steinen
set-marks-about = Jede Farbe hat ihr eigenes Zeichen, damit man sie auch ohne Farbe unterscheidet.
set-coordinates = Buchstaben und Zahlen am Rand
set-numbers = Zugnummern auf den Steinen
confirm = Bestätigen
set-confirm = Züge bestätigen
set-confirm-about = Ein Stein liegt erst zur Probe und zählt mit dem zweiten Klick oder dem Haken.
set-sounds = Töne
set-name = Dein Name am Tisch
set-level = Stärke der Programme
set-kept = All das bleibt nur in diesem Browser.

# Wenn etwas nicht da ist

trouble-no-page = Hier ist nichts
trouble-no-page-about = Vielleicht ist die Adresse unterwegs abgeschnitten worden.
trouble-no-table = Diesen Tisch gibt es nicht
trouble-no-table-about = Vielleicht ist der Link unvollständig, oder der Tisch wurde lange nicht benutzt.
trouble-full = An diesem Tisch ist kein Platz frei
trouble-full-about = Alle Plätze sind besetzt, und zusehen kann man nur mit einem Link. Frag jemanden, der dort spielt, oder deck einen eigenen Tisch.
trouble-no-seat = Dieser Link gilt nicht mehr
trouble-no-seat-about = Der Link eines Platzes gilt nur einmal. Bitte um einen neuen.
trouble-offline = Keine Verbindung
trouble-offline-about = Der Server antwortet nicht. Deine Partien sind dort sicher; versuch es gleich noch einmal.
trouble-no-game = Dieses Spiel ist hier unbekannt
trouble-no-game-about = Vielleicht ist die Seite älter als der Server. Neu laden hilft.
trouble-no-puzzle = Dieses Rätsel gibt es nicht
trouble-no-puzzle-about = Vielleicht ist die Adresse unterwegs abgeschnitten worden, oder der Tag kommt erst noch.
trouble-no-save = Hier ist nichts gespeichert
trouble-no-save-about = Vielleicht ist der Link unvollständig, oder er wurde lange nicht benutzt.
trouble-no-study = Diese Studie gibt es in diesem Browser nicht
trouble-no-study-about = Studien bleiben dort, wo sie gemacht wurden. Vielleicht war es ein anderer Browser, oder sie wurde weggeworfen.
to-home = Zur Startseite

# Die Studie

study = Analysebrett
study-about = Spiel beliebige Züge für alle, probier Varianten aus und lass das Programm jede Stellung ansehen. Es rechnet auf deinem Gerät.
study-all = Deine Studien
study-new = Eine neue Studie
study-game = Spiel
study-begin = Mit leerem Brett beginnen
study-file = Oder aus einer Datei (.study, .record, .blksgf von Pentobi)
study-file-running = Die Partie ist nicht zu Ende: Spiele sie erst weiter, oder speichere sie als Aufzeichnung.
study-file-unreadable = Diese Datei lässt sich nicht lesen.
study-positions = { $count ->
    [one] 1 Zug
   *[other] { $count } Züge
}
study-kept = Studien bleiben in diesem Browser, nach jeder Änderung. Zum Mitnehmen speicherst du eine Datei.
study-picture-stop = Zeichnen anhalten ({ $share } %)
study-picture-failed = Das Bild konnte nicht gezeichnet werden.
study-not-kept = Der Browser hat keinen Platz mehr für diese Studie: Speichere sie als Datei.
study-analyse = Am Brett untersuchen
study-start = Anfang
study-back = Zurück
study-on = Vor
study-engine = Programm
study-thinking = Das Programm beginnt …
study-over = Hier ist die Partie zu Ende.
study-chances = Gewinnaussichten von { $name } (am häufigsten Versuchtes zuerst):
study-tried = { NUMBER($visits) }-mal versucht
study-share = { $share } %
study-unsure = unklar
study-wins = gewinnt
study-loses = verliert
study-proven = Bewiesen.
study-best = Programm: { $move } ({ $value })
study-strength = { NUMBER($simulations) } Simulationen in { NUMBER($seconds, maximumFractionDigits: 0) } s.
study-open = Alle Bänke sind bekannt
study-open-about = Das Programm sieht jede Bank, wie nach der Partie; nur was gezogen wird, bleibt dem Zufall überlassen.
study-closed-about = Das Programm weiß, was { $name } wissen darf: die eigene Bank und das Brett.
study-comment = Was hältst du von dieser Stellung?
study-promote = Vorziehen
study-delete = Löschen
study-undo = Rückgängig
study-title = Name der Studie
study-play-on = Von hier weiterspielen
study-your-seat = Du spielst
study-play-bot = Gegen Programme
study-play-friend = Mit anderen
study-play-friend-about = „Mit anderen“ öffnet einen Tisch am Server, an dem du alle Plätze hast; Plätze gibst du im Menü als Link weiter.
study-share-link = Als Link teilen
study-share-about = In diesem Link steckt die ganze Studie, wie sie jetzt ist; kein Server speichert sie. Wer ihn öffnet, bekommt eine Kopie.
study-save = Studie speichern
study-save-line = Diese Zugfolge speichern
study-remove = Wegwerfen
study-remove-sure = Wirklich wegwerfen?

embed = In eine Seite einbetten
embed-about = Kopiere das in eine eigene Webseite.
embed-failed = Das lässt sich nicht zeigen.

# Eine Stellung aufbauen

setup = Stellung aufbauen
setup-change = Diese Stellung ändern
setup-turn = Wessen Stein
setup-laid = Was daliegt
setup-take = Wegnehmen: { $move }
setup-open = Als Studie öffnen
setup-possible = Erreichbar
setup-possible-about = Leg Steine für alle, in beliebiger Reihenfolge.
setup-impossible = Nach den Regeln nicht erreichbar
setup-impossible-about = Keine Zugfolge führt hierher.
setup-unknown = Vielleicht nicht erreichbar
setup-unknown-about = Es fand sich keine Zugfolge.

together = Gemeinsam daran arbeiten
together-change = Andere dürfen sie ändern
together-about = Wer diesen Link öffnet, arbeitet an derselben Studie mit.
together-read-about = Wer diesen Link öffnet, bekommt alle Änderungen, ändert aber nichts für andere.
together-behind = Noch ist nicht alles beim Server.
together-own = Was du änderst, bleibt bei dir.

# Eröffnungen

openings = Eröffnungen
openings-what = Was das Programm am Anfang von Blokus spielt, und wie es ausging.
openings-browse = Ansehen
openings-title = Eröffnungen: { $variant }
openings-none = Zu dieser Stellung kam keine Partie des Programms.
openings-about = { $name } ist am Zug. Aus { NUMBER($games) } Partien des Programms.
openings-move = Zug
openings-games = Partien
openings-won = Gewonnen

# Übungen

exercises = Übungen
exercises-about = Stellungen aus Partien des Programms, in denen genau ein Zug gut ist. Was du löst, kommt nach einem Tag wieder, dann nach drei Tagen, und jedes Mal später.
exercises-rating = Deine Wertungszahl: { $rating }
exercises-known = { $known } von { $all } gelöst.
exercises-due = { $again ->
    [0] { $fresh ->
        [0] Für heute ist nichts mehr da.
        [one] Eine ist neu.
       *[other] { $fresh } sind neu.
    }
    [one] Eine kommt heute wieder.
   *[other] { $again } kommen heute wieder.
}
exercises-train = Üben
exercises-done = Das war alles für heute
exercises-done-about = Was du gelöst hast, kommt in einigen Tagen wieder.
exercises-kept = Was du gelernt hast, bleibt in diesem Browser.
exercises-not-kept = Der Browser behält nichts: Diese Antwort wird vergessen.
exercise-state-judging = Das Programm sieht sich deinen Zug an …
exercise-state-asked = { $name } ist am Zug.
exercise-state-wrong = Dieser nicht.
exercise-state-right = Richtig!
exercise-state-shown = Das war der Zug.
exercise-not = { $move }: Das ist er nicht. Versuch einen anderen.
exercise-show = Antwort zeigen
exercise-later = Eine andere
exercise-next = Weiter
exercise-study = Untersuchen
exercises-saved = Was du gelernt hast, bleibt in diesem Browser und unter deinem Link.
exercises-link-about = Mit diesem Link übst du auf einem anderen Gerät weiter. Von jetzt an wird jede Antwort auch dort gespeichert.
exercise-rating = Wertungszahl dieser Aufgabe: { $rating }
mistakes-train = Deine Fehler üben
mistakes-working = Stellungen mit genau einem guten Zug werden gesucht … { $share } %
mistakes-none = Bei keinem der Fehler war ein Zug klar der beste.
mistakes-made = { $count ->
    [one] Ein Fehler ist zur Aufgabe geworden.
   *[other] { $count } Fehler sind zu Aufgaben geworden.
}
