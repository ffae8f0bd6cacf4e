# Ablehnungen

no-library = { $field } braucht { $library }: pip install "tischlein[{ $extra }]"
