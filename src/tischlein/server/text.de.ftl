# Tische und Plätze

no-such-table = Den Tisch { $table } gibt es nicht. Vielleicht hat ihn lange niemand benutzt.
no-such-seat = Dieser Tisch hat keinen Platz { $seat }.
seat-taken = Da sitzt schon jemand.
needs-consent = Diesen Platz hat jemand verlassen. Wer spielt, muss erst zustimmen, dass jemand Neues dazukommt.
no-open-seat = Kein Platz ist frei.
seen-from-elsewhere = Du hast diese Partie von einem anderen Platz aus gesehen und kannst diesen nicht nehmen.
not-your-seat = Das ist nicht dein Platz.
not-started = Das Spiel beginnt, sobald alle Plätze besetzt sind.
table-over = Das Spiel an diesem Tisch ist zu Ende.
too-much-happened = An diesem Tisch ist schon so viel geschehen, dass nur noch Züge möglich sind.
cannot-watch = Diesem Tisch kann man nur mit einem Zuschauer-Link zusehen.
bad-link = Dieser Link öffnet den Platz nicht; lass dir einen neuen geben.
played-elsewhere = Diese Partie geht auf dem Gerät weiter, auf dem sie begonnen wurde.
taken-over = Diese Partie geht auf dem Server weiter; lade die Seite neu.
missing-events = Es fehlt etwas; bring, was nach Version { $version } geschah.
bad-name = Ein Name hat höchstens { $longest } Zeichen und keine unsichtbaren.
no-key = Setz dich erst an den Tisch.
bad-key = Diesen Schlüssel hat nicht dieser Server ausgegeben; hol dir einen unter /api/key.
rude-name = Bitte wähl einen anderen Namen.
not-gone = Als gegangen gilt, wer am Zug ist und { $minutes } Minuten lang weder zieht noch die Seite offen hat.
blocked = Diese Adresse wird zurzeit nicht bedient.

# Bitten am Tisch

already-asked = Es ist schon etwas gefragt worden.
nothing-asked = Niemand hat dich etwas gefragt.
no-takebacks = An diesem Tisch werden keine Züge zurückgenommen.
hidden-was-shown = In diesem Spiel kann man keine Züge zurücknehmen: Was man gesehen hat, hat man gesehen.
nothing-to-take-back = Du hast noch nicht gezogen.
no-draws = In diesem Spiel gibt es kein Unentschieden.
no-hints = An diesem Tisch gibt es keine Tipps.
not-over = Das Spiel ist noch nicht zu Ende.
no-such-format = { $game } lässt sich nicht als { $format } schreiben; möglich: { $allowed }.
time-is-up = Deine Zeit ist um.
still-time = Es ist noch Zeit übrig.

# Allein am Tisch

no-such-puzzle = Das Rätsel { $puzzle } gibt es nicht, oder niemand hat es bisher gemacht.
no-puzzle-in-time = Das Rätsel { $puzzle } war nicht schnell genug gefunden; versuch es mit einem anderen.
no-such-exercise = Hier gibt es keine Aufgabe { $exercise }.
no-such-save = Unter { $save } ist nichts gespeichert. Vielleicht hat es lange niemand benutzt.
no-such-study = Unter { $study } gibt es keine Studie. Vielleicht hat sie lange niemand benutzt.
stale-save = Auf einem anderen Gerät ist jemand weiter; lade die Seite neu.
asked-anew = Inzwischen ist etwas anderes gefragt.

# Die Leitung

bad-message = Diese Nachricht ist nicht zu lesen: { $reason }
bad-request = Diese Anfrage ist nicht zu lesen: { $reason }
too-long = Eine Nachricht hat höchstens { $most } Bytes.
too-many-moves = Eine mitgebrachte Partie hat höchstens { $most } Züge.
busy = Für dich wird schon über genug nachgedacht; warte, bis etwas fertig ist.
too-fast = Das war zu schnell; warte einen Augenblick.
too-many-sockets = Von dieser Adresse sind zu viele Seiten offen.
wrong-origin = Eine fremde Seite darf hier nicht für dich sprechen.
not-found = Hier ist nichts.
not-allowed = Das geht hier nicht.
try-again = Der Server kann gerade nichts speichern. Nichts ist verloren; versuch es gleich noch einmal.
internal = Auf dem Server ist etwas schiefgegangen. Es wurde notiert; versuch es gleich noch einmal.

## Nur auf dem Server: Die Seite bekommt nichts von dem, was folgt

# Einen Server betreiben

workers-need-services = { $workers } Server-Prozesse brauchen ein PostgreSQL und ein Redis: Setz { $prefix }_DATABASE (postgresql+asyncpg://…) und { $prefix }_REDIS (redis://…).
no-page = Die Seite wurde nicht gebaut. Im Klon hilft scripts/build-web.
folder-not-empty = { $folder } ist nicht leer; die Seiten werden in einen neuen Ordner geschrieben.
migrate-first = Die Datenbank ist nicht auf dem neuesten Stand: Ruf erst „tischlein migrate“ auf.
not-empty = Die Datenbank ist nicht leer; eine Sicherung wird in eine neue eingelesen.
no-backup = { $file } ist keine Sicherung dieser Version.
database-in-use = Ein anderer Server benutzt { $file } schon. Beende ihn, oder wähl mit --database eine andere Datei.
database-not-writable = { $file } lässt sich nicht schreiben ({ $reason }). Gib diesem Benutzer dort das Recht zu schreiben, oder wähl mit --database eine andere Datei.
database-broken = { $file } ist beschädigt oder keine Datenbank von Tischlein ({ $reason }). Schieb sie beiseite und lies deine letzte Sicherung ein: tischlein admin restore DATEI.
disk-full = Die Platte nimmt für { $file } nichts mehr an ({ $reason }). Schaff Platz und starte dann neu.
database-away = Die Datenbank { $database } antwortet nicht ({ $reason }). Starte sie, oder berichtige --database.

# Impressum und Datenschutz

imprint = Impressum
imprint-by = Diesen Server betreibt:
privacy = Datenschutz
privacy-key = Du brauchst kein Konto. Dein Browser merkt sich in einem Cookie einen zufälligen Schlüssel, damit deine Plätze deine bleiben; der Server speichert davon nur einen Hash. Andere Cookies, Statistik oder Werbung gibt es nicht.
privacy-games = Gespeichert werden die Namen, die du wählst, die Züge deiner Partien mit ihren Zeiten, gespeicherte Solo-Rätsel, geteilte Studien, deine Antworten auf Aufgaben und dein Lernstand, wenn du ihn unter einem Link aufhebst.
privacy-kept = Tische, an denen nie gespielt wurde, werden { $waiting } Tage nach der letzten Benutzung gelöscht, angefangene Partien und Rätsel und dein Lernstand nach { $playing } Tagen, beendete Partien und Rätsel und geteilte Studien nach { $over } Tagen.
privacy-addresses = Deine Netzadresse dient dazu, die Last zu begrenzen und Missbrauch zu sperren. Sie bleibt im Arbeitsspeicher; nur eine gesperrte Adresse wird gespeichert, bis die Sperre endet.
privacy-rights = Alles, was zu deinem Schlüssel gespeichert ist, kannst du in den Einstellungen dieser Seite herunterladen und löschen. Wer diesen Server betreibt, hilft dir dabei:

# Was andere Programme von einem Link zeigen

preview-home = Blokus, Blockers! und Planken legen – mit Freunden oder gegen Programme
preview-game = { $game } spielen: mit Freunden über einen Link oder gegen Programme, ganz ohne Konto.
preview-waiting = { $free ->
    [one] Ein Platz ist frei. Setz dich dazu, ganz ohne Konto.
   *[other] { $free } Plätze sind frei. Setz dich dazu, ganz ohne Konto.
}
preview-playing = Eine Partie läuft: Zug { $ply }.
preview-over = Eine Partie zum Nachspielen: { $ply } Züge.
preview-imported = importiert
preview-local = selbst ausgeteilt
preview-study = Eine Studie zum Nachspielen: { $ply } Züge.
preview-daily = Rätsel des Tages vom { $day }.{ $month }.{ $year }
preview-solo = Ein Rätsel für dich
preview-solo-about = Leg alle Steine so, dass sie passen.
