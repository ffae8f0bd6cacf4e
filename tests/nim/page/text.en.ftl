# What only the page says

about = Take one to three matches: whoever takes the last one wins.
task = Take one, two or three matches.
board-label = Heap of matches, { $count } left. The keys 1, 2 and 3 take so many.
picture-label = A heap of { $count } matches
