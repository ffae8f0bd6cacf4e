/** What screen readers are told. Two regions take turns, so that the same sentence twice is heard twice. */

export const spoken = $state({ first: "", second: "" });

let second = false;

export function say(text: string): void {
  if (!text) return;
  spoken.first = second ? "" : text;
  spoken.second = second ? text : "";
  second = !second;
}
