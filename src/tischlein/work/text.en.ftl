# Refusals

no-library = { $field } needs { $library }: pip install "tischlein[{ $extra }]"
