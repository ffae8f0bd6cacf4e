# What only the page says

about = Take one to three matches: whoever takes the last one wins.
facts = 2–4 people · 1 minute
task = Take one, two or three matches.
board-label = Heap of matches, { $count } left. The keys 1, 2 and 3 take so many.
picture-label = A heap of { $count } matches
