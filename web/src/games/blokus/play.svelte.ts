/** What board and hand share: the piece that is held, over the legal moves of the scene. */
import type { Scene } from "../../lib/game";
import { type Ground, Holding, type Spot } from "../../lib/holding.svelte";
import { keyOf, normalize, readMove, type Square, ways } from "../../lib/pieces";
import type { View } from "./view";

/** The legal moves of a scene, by shape. */
function groundOf(scene: Scene<View>): Ground {
  const left = $derived(new Set(scene.view.colours.find(({ id }) => id === scene.view.turn)?.left));
  const spots = $derived.by(() => {
    const found = new Map<string, Spot[]>();
    for (const move of scene.legal ?? []) {
      const squares = readMove(move);
      const key = keyOf(normalize(squares));
      const spot = { x: Math.min(...squares.map(([x]) => x)), y: Math.min(...squares.map(([, y]) => y)), move };
      const others = found.get(key);
      if (others) others.push(spot);
      else found.set(key, [spot]);
    }
    return found;
  });
  return {
    get columns() {
      return scene.view.size;
    },
    get rows() {
      return scene.view.size;
    },
    get open() {
      return scene.legal !== null && scene.pending === null;
    },
    get colour() {
      return scene.view.turn;
    },
    get left() {
      return left;
    },
    spots: (shape) => spots.get(keyOf(shape)) ?? [],
    onmove: (move) => scene.onmove(move),
    oncheck: (move) => scene.oncheck(move),
  };
}

export class Play extends Holding {
  constructor(readonly scene: Scene<View>) {
    super(groundOf(scene));
  }

  /** Free squares at which something of the colour can be joined, or the start squares: where to look. */
  corners = $derived.by((): Square[] => {
    const { view, legal } = this.scene;
    if (!legal) return [];
    const colour = this.ground.colour;
    const letter = colour?.[0];
    const own = (x: number, y: number) => view.board[view.size - 1 - y]?.[x] === letter;
    const starts = new Set(view.colours.find(({ id }) => id === colour)?.starts);
    const joins = ([x, y]: Square) => own(x - 1, y - 1) || own(x + 1, y - 1) || own(x - 1, y + 1) || own(x + 1, y + 1);
    const found = new Map<string, Square>();
    const held = this.held && new Set(ways(this.held.shape).map(keyOf));
    for (const move of legal) {
      if (held && !held.has(keyOf(normalize(readMove(move))))) continue;
      for (const name of move.split(",")) {
        const square = readMove(name)[0];
        if (square && !found.has(name) && (starts.size ? starts.has(name) : joins(square))) found.set(name, square);
      }
    }
    return [...found.values()];
  });
}
