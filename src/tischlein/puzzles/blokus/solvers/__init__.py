"""Programs that complete a layout: by covering the board, by packing pieces, and by beams of packings."""
