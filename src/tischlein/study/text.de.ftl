no-such-node = In dieser Studie gibt es keine Stellung { $path }.
no-study = Das ist keine Studie: { $reason }
bad-node = Nach { $path } kann der Zug „{ $move }“ nicht gespielt werden: { $reason }

exercise-win = Finde den einzigen Zug, der gewinnt.
exercise-hold = Finde den einzigen Zug, der nicht verliert.
exercise-best = Finde den Zug, der klar der beste ist.

phase-opening = Eröffnung
phase-middle = Mitte
phase-end = Ende
