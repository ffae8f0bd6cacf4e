import { bySource } from "./source";

export default bySource(
  import.meta.glob<string>(
    [
      "../text.en.ftl",
      "../games/*/text.en.ftl",
      "../../../src/tischlein/{core,server,puzzles,study,games/*}/text.en.ftl",
    ],
    { eager: true, query: "?raw", import: "default" },
  ),
);
