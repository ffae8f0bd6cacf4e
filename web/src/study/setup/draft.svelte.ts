/** A position that is being set up; every change is kept by the browser before it is shown. */
import { type LocalGame, type Move, openGame, readRecord, type Setup } from "../../engine";
import { findOrder, keepFitting, layAll, type Lying, lyingIn, type Order } from "./setup";

const KEY = "tischlein-setup";

interface KeptDraft {
  /** The record of a game without moves. */
  record: string;
  lying: readonly Lying[];
}

export class Draft {
  lying = $state.raw<readonly Lying[]>([]);
  /** Who lays the next piece. */
  turn = $state(0);
  kept = $state(true);

  private constructor(
    /** The beginnings of the game, for everybody who could start. */
    private readonly starts: readonly LocalGame[],
    lying: readonly Lying[],
  ) {
    this.lying = lying;
    this.turn = this.start.turn;
  }

  static async begin(setup: Setup, lying: readonly Lying[] = []): Promise<Draft> {
    const firsts = [setup.first, ...Array.from({ length: setup.seats }, (_, seat) => seat).filter((seat) => seat !== setup.first)];
    const draft = new Draft(await Promise.all(firsts.map((first) => openGame({ ...setup, first }))), lying);
    draft.#keep();
    return draft;
  }

  /** The pieces of a game, to be changed. */
  static async from(game: LocalGame): Promise<Draft> {
    return Draft.begin(game.setup, lyingIn(game, await openGame(game.setup)));
  }

  /** The one that this browser keeps; null: there is none. */
  static async load(): Promise<Draft | null> {
    const text = localStorage.getItem(KEY);
    if (!text) return null;
    const { record, lying } = JSON.parse(text) as KeptDraft;
    return Draft.begin((await readRecord(record)).setup, lying);
  }

  get start(): LocalGame {
    return this.starts[0] as LocalGame;
  }

  game = $derived.by((): LocalGame => layAll(this.start, this.lying).withTurn(this.turn));
  order = $derived.by((): Order => findOrder(this.starts, this.lying));

  /** Lay a piece. Throws Refused. */
  lay(move: Move): void {
    this.#change([...this.lying, { turn: this.turn, move: this.game.canonical(move) }]);
  }

  /** Take a piece away, and those that it held. */
  take(place: number): void {
    this.#change(keepFitting(this.start, this.lying.filter((_, at) => at !== place)));
  }

  clear(): void {
    this.#change([]);
  }

  #change(lying: readonly Lying[]): void {
    this.lying = lying;
    this.#keep();
  }

  #keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ record: this.start.record(), lying: this.lying } satisfies KeptDraft));
      this.kept = true;
    } catch {
      this.kept = false;
    }
  }
}
