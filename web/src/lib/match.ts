/** The parts of a path that a pattern such as "/t/:id/replay" names, or null. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.replace(/\/+$/, "").split("/");
  if (wanted.length !== Math.max(given.length, 2)) return null;
  const found: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const piece = given[i] ?? "";
    if (part.startsWith(":")) {
      if (!piece) return null;
      try {
        found[part.slice(1)] = decodeURIComponent(piece);
      } catch {
        return null;
      }
    } else if (part !== piece) return null;
  }
  return found;
}
