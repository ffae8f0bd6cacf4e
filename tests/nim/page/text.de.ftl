# What only the page says

about = Nimm eins bis drei Hölzer: Wer das letzte nimmt, gewinnt.
facts = 2–4 Leute · 1 Minute
task = Nimm eins, zwei oder drei Hölzer.
board-label = Haufen mit { $count } Hölzern. Die Tasten 1, 2 und 3 nehmen so viele.
picture-label = Ein Haufen mit { $count } Hölzern
