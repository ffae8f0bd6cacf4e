no-such-node = In dieser Studie gibt es keine Stellung { $path }.
no-study = Das ist keine Studie: { $reason }
bad-node = Nach { $path } kann der Zug „{ $move }“ nicht gespielt werden: { $reason }

exercise-best = Finde den Zug, der klar der beste ist.
exercise-own = Aus deiner Partie: Finde den klar besten Zug.
exercise-better = Aus deiner Partie: Finde einen klar besseren Zug.

phase-opening = Eröffnung
phase-middle = Mitte
phase-end = Ende

seat = Platz { $number }
accuracy = Genauigkeit
turning-point = Zug { $ply }, { $name }: { $move } – Chancen vorher { $before } %, danach { $after } %
better-was = Besser war { $move }:
answer-is = Die beste Antwort auf den gespielten Zug ist { $move }:
played = gespielt: { $move }
better = besser: { $move }
