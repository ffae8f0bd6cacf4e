# Ablehnungen

no-gtp = { $field }: { $game } wird nicht über das Go Text Protocol gespielt
engine-failed = Das Programm { $command } spielt nicht: { $reason }
