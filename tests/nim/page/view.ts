/** The view of Nim, as src/tischlein/games/nim/view.py makes it. */
import type { TableView } from "../../lib/net/protocol";

export interface View extends TableView {
  /** Matches that are left. */
  heap: number;
  /** Matches that there were at first. */
  dealt: number;
}
