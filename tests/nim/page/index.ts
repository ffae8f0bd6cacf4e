import { defineSimpleGame } from "../../board/simple";
import Board from "./Board.svelte";
import type { View } from "./view";

export default defineSimpleGame<View>({
  Board,
  task: (_view, words) => words("task"),
  picture: () => import("./picture.json").then((chunk) => chunk.default as unknown as View),
});
