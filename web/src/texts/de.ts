import { bySource } from "./source";

export default bySource(
  import.meta.glob<string>(
    [
      "../text.de.ftl",
      "../games/*/text.de.ftl",
      "../../../src/tischlein/{core,server,puzzles,study,games/*}/text.de.ftl",
    ],
    { eager: true, query: "?raw", import: "default" },
  ),
);
