/** What board and hand share: the piece that is held, over the legal moves of the scene. */
import type { Scene } from "../../lib/game";
import type { Move } from "../../lib/net/protocol";
import { type Ground, Holding, type Spot } from "../../lib/pieces/holding.svelte";
import { keyOf, normalize, readMove, type Square, ways } from "../../lib/pieces/pieces";
import { turnMove, turnScene, type Turns, turnsFor } from "./turned.svelte";
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
  /** The scene as it is drawn: with the own corner near, if somebody wants that. */
  readonly scene: Scene<View>;
  /** By how many quarters that is turned. */
  readonly turns: () => Turns;

  constructor(straight: Scene<View>) {
    const turns = $derived(straight.settings.turned ? turnsFor(straight) : 0);
    const scene = turnScene(straight, () => turns);
    super(groundOf(scene));
    this.scene = scene;
    this.turns = () => turns;
  }

  /** A move as everybody else calls it. */
  readonly call = (move: Move): Move => turnMove(move, this.scene.view.size, 4 - this.turns());

  /** Where something can be joined, with what is held or with anything: where to look. */
  corners = $derived.by((): Square[] => {
    const { view, legal } = this.scene;
    const held = this.held && new Set(ways(this.held.shape).map(keyOf));
    const moves = (legal ?? []).filter((move) => !held || held.has(keyOf(normalize(readMove(move)))));
    const covered = new Set(moves.flatMap((move) => move.split(",")));
    return view.corners.filter((square) => covered.has(square)).flatMap(readMove);
  });
}
