# Tische und Plätze

no-such-table = Den Tisch { $table } gibt es nicht. Vielleicht hat ihn lange niemand benutzt.
no-such-seat = Dieser Tisch hat keinen Platz { $seat }.
seat-taken = Da sitzt schon jemand.
not-your-seat = Das ist nicht dein Platz.
not-started = Das Spiel beginnt, sobald alle Plätze besetzt sind.
table-over = Das Spiel an diesem Tisch ist zu Ende.
cannot-watch = Diesem Tisch kann man nur mit einem Zuschauer-Link zusehen.
bad-link = Dieser Link öffnet den Platz nicht; lass dir einen neuen geben.
bad-name = Ein Name hat höchstens { $longest } Zeichen und keine unsichtbaren.
no-key = Setz dich erst an den Tisch.

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
no-such-save = Unter { $save } ist nichts gespeichert. Vielleicht hat es lange niemand benutzt.
stale-save = Auf einem anderen Gerät ist jemand weiter; lade die Seite neu.
asked-anew = Inzwischen ist etwas anderes gefragt.

# Die Leitung

bad-message = Diese Nachricht ist nicht zu lesen: { $reason }
bad-request = Diese Anfrage ist nicht zu lesen: { $reason }
too-long = Eine Nachricht hat höchstens { $most } Bytes.
too-fast = Das war zu schnell; warte einen Augenblick.
too-many-sockets = Von dieser Adresse sind zu viele Seiten offen.
wrong-origin = Eine fremde Seite darf hier nicht für dich sprechen.
not-found = Hier ist nichts.
not-allowed = Das geht hier nicht.
try-again = Der Server kann gerade nichts speichern. Nichts ist verloren; versuch es gleich noch einmal.
internal = Auf dem Server ist etwas schiefgegangen. Es wurde notiert; versuch es gleich noch einmal.

# Einen Server betreiben

workers-need-services = { $workers } Server-Prozesse brauchen ein PostgreSQL und ein Redis: Setz { $prefix }_DATABASE (postgresql+asyncpg://…) und { $prefix }_REDIS (redis://…).
migrate-first = Die Datenbank ist nicht auf dem neuesten Stand: Ruf erst „tischlein migrate“ auf.
