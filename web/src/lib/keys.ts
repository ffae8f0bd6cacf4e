/** Keys that work anywhere on a page, unless somebody is typing or a control needs the key itself. */

export type Keymap = Record<string, (event: KeyboardEvent) => boolean | void>;

const TYPING = "input, textarea, select, [contenteditable]";

/** Handle a key by its name ("ArrowLeft", "r", "Enter"); a handler that returns false leaves the key to the page. */
export function pressKey(event: KeyboardEvent, keys: Keymap): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.closest(TYPING)) return;
  const handle = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (handle && handle(event) !== false) event.preventDefault();
}
