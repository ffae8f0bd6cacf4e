# Ablehnungen des Kerns

bad-setup = { $field } kann nicht „{ $value }“ sein; möglich: { $allowed }.
bad-deal = Diese Verteilung gibt es nicht: { $reason }.
bad-folder = { $field }: In { $value } liegen Partien eines anderen Wettkampfs; nimm einen anderen Ordner.

# Aufzeichnungen

no-record = Zeile { $line }: Das ist keine Aufzeichnung; eine Aufzeichnung beginnt mit „{ $heading }“.
missing-key = Zeile { $line }: In der Aufzeichnung fehlt „{ $text }“.
repeated-key = Zeile { $line }: „{ $text }“ steht zweimal da.
bad-number = Zeile { $line }: „{ $key }“ braucht eine ganze Zahl, nicht „{ $text }“.
bad-line = Zeile { $line }: „{ $text }“ ist weder eine Angabe noch ein Zug.
bad-tag = „{ $text }“ lässt sich nicht vermerken: Namen sind eine Zeile, ohne Doppelpunkt, und keine eigenen Angaben der Aufzeichnung.
wrong-ply = Zeile { $line }: Zug { $ply } steht da, wo Zug { $expected } hingehört.
no-such-ply = Einen Zug { $ply } gibt es nicht; die Aufzeichnung hat { $last }.
illegal-move = Zug { $ply }, { $move }, ist nicht möglich: { $reason }
reason-turn = { $turn } ist am Zug.
reason-set-up = Keine Partie führt zu dieser Stellung.
reason-late-set-up = Nur eine Stellung am Anfang lässt sich als Züge erzählen.

# Partien

game-over = Die Partie ist zu Ende.
stale-ply = Dieser Zug antwortet auf eine vergangene Stellung (Zug { $ply }, jetzt { $expected }).
not-your-turn = Du bist nicht am Zug.
nothing-to-take-back = { $plies } Züge lassen sich nicht zurücknehmen; gespielt sind { $played }.

# Wer dran ist, für Spiele, die nicht mehr sagen

turn = Platz { $seat } ist am Zug.
won = { $count ->
    [one] Platz { $seats } gewinnt.
   *[other] Die Plätze { $seats } teilen sich den ersten Platz.
}
