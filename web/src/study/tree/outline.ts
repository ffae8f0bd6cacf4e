/** A study as people read it: lines of moves, with the variations after the move that they replace. */
import type { GameModule, MoveLine } from "../../lib/game";
import type { Words } from "../../lib/words.svelte";
import type { Node, Path, Study } from "./tree";

export interface Item {
  path: Path;
  line: MoveLine;
  comment: string;
}

/** Moves that follow each other without a variation in between. */
export interface Block {
  /** How deep in variations: 0 is the main line. */
  depth: number;
  items: Item[];
}

/** All moves of a study, in the order of reading. */
export function outline(study: Study, module: GameModule, words: Words): Block[] {
  const blocks: Block[] = [];
  follow(study, module, words, [], 0, blocks);
  return blocks;
}

/** Write the line that begins with the children of a node, or with the node itself where it is a variation. */
function follow(study: Study, module: GameModule, words: Words, path: Path, depth: number, blocks: Block[]): void {
  const end = study.endOf(path);
  const { game } = study.node(end);
  const lines = module.moves(game.view(null), game.moves, words);
  let block: Block = { depth, items: [] };
  blocks.push(block);
  const write = (node: Node, at: Path) => {
    const line = lines[at.length - 1];
    if (line) block.items.push({ path: at, line, comment: node.comment });
  };
  if (depth) write(study.node(path), path);
  for (let length = path.length; length < end.length; length++) {
    const above = end.slice(0, length);
    const { children } = study.node(above);
    write(children[0] as Node, [...above, 0]);
    if (children.length < 2) continue;
    children.slice(1).forEach((_, place) => follow(study, module, words, [...above, place + 1], depth + 1, blocks));
    block = { depth, items: [] };
    blocks.push(block);
  }
  if (!block.items.length) blocks.splice(blocks.indexOf(block), 1);
}
