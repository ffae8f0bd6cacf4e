/** Going through a finished game on this device: what each move was worth, as tischlein/bots/analysis.py counts it. */
import { openGame, searchLines, type Line, type Outcome, type Setup, type Thinking } from "../engine";
import type { Assessment, Move, Played, Seat } from "../lib/net/protocol";
import { countVisits, noteSpeed } from "../lib/speed";

const SECONDS_A_MOVE = 0.5;
/** How much of a win a move must give away to be called that. */
const MISTAKE = 0.08;
const BLUNDER = 0.2;

export class Analysis {
  #work: Thinking<readonly Line[]> | null = null;
  #stopped = false;

  constructor(
    readonly setup: Setup,
    readonly moves: readonly Move[],
    readonly onshare: (share: number) => void,
  ) {}

  /** End it; `run` then gives null. */
  stop(): void {
    this.#stopped = true;
    this.#work?.stop();
  }

  async run(): Promise<Assessment[] | null> {
    const thoughts: (readonly Line[])[] = [];
    for (let ply = 0; ply < this.moves.length; ply++) {
      this.onshare(ply / this.moves.length);
      this.#work = searchLines(this.setup, this.moves.slice(0, ply), { seconds: SECONDS_A_MOVE });
      const lines = await this.#work.answer;
      if (this.#stopped) return null;
      noteSpeed(lines, SECONDS_A_MOVE);
      thoughts.push(lines);
    }
    const end = await openGame(this.setup, this.moves);
    return assess(end.moves, thoughts, end.outcome);
  }
}

/** A move that was hardly looked at is worth what the game is worth to its seat at its next turn, or its result. */
export function assess(moves: readonly Played[], thoughts: readonly (readonly Line[])[], outcome: Outcome | null): Assessment[] {
  const worth = thoughts.map(([best]) => best?.value ?? 0);
  return moves.map(({ seat, move }, ply) => {
    const lines = thoughts[ply] ?? [];
    const best = lines[0] ?? { move, value: 0, visits: 0, continuation: [] };
    const enough = Math.max(10, countVisits(lines) / 20);
    const tried = lines.find((line) => line.move === move && line.visits >= enough)?.value;
    const later = worth.find((_, at) => at > ply && moves[at]?.seat === seat);
    const value = best.move === move ? best.value : (tried ?? later ?? shareOfWin(outcome, seat, best.value));
    const loss = Math.max(0, best.value - value);
    const mark = loss >= BLUNDER ? "??" : loss >= MISTAKE ? "?" : "";
    return { ply: ply + 1, seat, played: move, best: { ...best }, value, loss, mark };
  });
}

function shareOfWin(outcome: Outcome | null, seat: Seat, unknown: number): number {
  return outcome ? (outcome.winners.includes(seat) ? 1 : 0) / outcome.winners.length : unknown;
}
