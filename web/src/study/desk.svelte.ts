/** A study on somebody's desk: where they are, what they do, and the way back. Every change is kept before it is shown. */
import type { Move } from "../lib/net/protocol";
import { keepStudy, type KeptStudy } from "./kept";
import { type Changed, type Node, type Path, Study } from "./tree/tree";

/** How many changes can be undone. */
const MOST_UNDONE = 100;

export class Desk {
  study = $state.raw() as Study;
  path = $state.raw<Path>([]);
  /** Whether the engine may look at every hand. */
  open = $state(false);
  /** Whether the browser has kept the last change. */
  kept = $state(true);
  #past = $state.raw<readonly Changed[]>([]);
  /** Where a comment was written last, if nothing else has happened since. */
  #commented: Path | null = null;

  constructor(
    readonly id: string,
    study: Study,
    path: Path,
    open: boolean,
  ) {
    this.study = study;
    this.path = path;
    this.open = open;
  }

  static async load(kept: KeptStudy): Promise<Desk> {
    const study = await Study.parse(kept.text);
    return new Desk(kept.id, study, fit(study, kept.path), kept.open);
  }

  /** Another tab has changed the study: go on from there. */
  async reread(kept: KeptStudy): Promise<void> {
    if (kept.text === this.study.text()) return;
    const study = await Study.parse(kept.text);
    this.#past = [...this.#past, [this.study, this.path]];
    this.study = study;
    this.path = fit(study, this.path);
  }

  /**
   * Somebody else has changed the study; false if something was done here meanwhile, which would be lost. Throws Refused for
   * a text that is none.
   */
  async take(text: string): Promise<boolean> {
    const before = this.study;
    if (text === before.text()) return true;
    const study = await Study.parse(text);
    if (this.study !== before) return false;
    this.#commented = null;
    this.#past = []; // an earlier study has none of what others did: to undo it would be to take that away
    this.path = refind(before, this.path, study);
    this.study = study;
    this.#keep();
    return true;
  }

  node = $derived.by((): Node => this.study.node(this.path));

  /** Whether there is something to undo. */
  canUndo = $derived.by(() => this.#past.length > 0);

  // ---------------------------------------------------------------- going

  go(path: Path): void {
    this.path = path;
    this.#keep();
  }

  back(): void {
    if (this.path.length) this.go(this.path.slice(0, -1));
  }

  on(): void {
    if (this.node.children.length) this.go([...this.path, 0]);
  }

  /** To the next variation beside this one; backwards with -1. */
  beside(step: 1 | -1): void {
    const above = this.path.slice(0, -1);
    const place = (this.path.at(-1) ?? 0) + step;
    if (this.path.length && this.study.node(above).children[place]) this.go([...above, place]);
  }

  // ---------------------------------------------------------------- changing

  /** Lay a move. Throws Refused. */
  lay(move: Move): void {
    this.#change(this.study.add(this.path, move));
  }

  /** What is typed in one go is undone in one go. */
  comment(text: string): void {
    if (text.trim() === this.node.comment) return;
    const goesOn = this.#commented === this.path;
    this.#change([this.study.comment(this.path, text), this.path], goesOn);
    this.#commented = this.path;
  }

  /** Prefer the variation in which the position is: the last one that branches off on the way to it. */
  promote(): void {
    const branch = this.path.findLastIndex((place) => place > 0) + 1;
    const [study, to] = this.study.promote(this.path.slice(0, branch));
    this.#change([study, [...to, ...this.path.slice(branch)]]);
  }

  remove(): void {
    this.#change(this.study.delete(this.path));
  }

  retitle(title: string): void {
    this.#change([this.study.tag("Title", title), this.path]);
  }

  setOpen(open: boolean): void {
    this.open = open;
    this.#keep();
  }

  undo(): void {
    const last = this.#past.at(-1);
    if (!last) return;
    this.#past = this.#past.slice(0, -1);
    [this.study, this.path] = last;
    this.#keep();
  }

  #change([study, path]: Changed, goesOn = false): void {
    this.#commented = null;
    if (study !== this.study && !goesOn) this.#past = [...this.#past, [this.study, this.path] as Changed].slice(-MOST_UNDONE);
    this.study = study;
    this.path = path;
    this.#keep();
  }

  #keep(): void {
    this.kept = keepStudy(this.id, this.study, this.path, this.open);
  }
}

/** The path to the same position in another study, as far as it is there: others may have put its variations in another order. */
function refind(from: Study, path: Path, to: Study): Path {
  const found: number[] = [];
  for (let i = 0; i < path.length; i++) {
    const { move } = from.node(path.slice(0, i + 1));
    const place = to.node(found).children.findIndex((child) => child.move === move);
    if (place < 0) break;
    found.push(place);
  }
  return found;
}

/** As much of a path as there is. */
function fit(study: Study, path: Path): Path {
  const found: number[] = [];
  for (let node = study.root, i = 0; i < path.length; i++) {
    const next = node.children[path[i] ?? -1];
    if (!next) break;
    found.push(path[i] ?? 0);
    node = next;
  }
  return found;
}
