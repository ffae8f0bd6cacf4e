/** Two people have changed a study since both knew the same one: bring together what each of them did. */

interface StoredNode {
  move?: string | null;
  comment?: string;
  children?: StoredNode[];
}

interface Stored {
  study: number;
  record: string;
  tree: StoredNode;
}

/**
 * The text of a study with the changes of both sides. Where both changed the same thing, ours stays; what one side took
 * away is gone, unless the other has changed it meanwhile. Whoever changed nothing gets exactly theirs: else two sides
 * would overwrite each other for ever.
 */
export function mergeTexts(base: string, ours: string, theirs: string): string {
  const [from, own, other] = [base, ours, theirs].map((text) => JSON.parse(text) as Stored) as [Stored, Stored, Stored];
  const record = own.record === from.record ? other.record : own.record;
  return JSON.stringify({ study: own.study, record, tree: merge(from.tree, own.tree, other.tree) });
}

const movesOf = (node: StoredNode | undefined) => (node?.children ?? []).map(({ move }) => move);

function merge(base: StoredNode | undefined, ours: StoredNode, theirs: StoredNode): StoredNode {
  const comment = ((ours.comment ?? "") === (base?.comment ?? "") ? theirs.comment : ours.comment) ?? "";
  const find = (node: StoredNode | undefined, move: StoredNode["move"]) => node?.children?.find((child) => child.move === move);
  const sameOrder = JSON.stringify(movesOf(ours)) === JSON.stringify(movesOf(base));
  const moves = new Set((sameOrder ? [theirs, ours] : [ours, theirs]).flatMap(movesOf));
  const children = [...moves].flatMap((move): StoredNode[] => {
    const [was, own, other] = [find(base, move), find(ours, move), find(theirs, move)];
    if (own && other) return [merge(was, own, other)];
    const left = (own ?? other) as StoredNode;
    const gone = was !== undefined && JSON.stringify(was) === JSON.stringify(left);
    return gone ? [] : [left];
  });
  return { ...(ours.move == null ? {} : { move: ours.move }), ...(comment ? { comment } : {}), ...(children.length ? { children } : {}) };
}
