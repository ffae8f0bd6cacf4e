/** Pressing, dragging and letting go, the same for mouse, pen and finger. */
import type { Attachment } from "svelte/attachments";

export interface DragOptions {
  /** The pointer has moved far enough to mean it; return false to let the page have the gesture. */
  onstart(event: PointerEvent): boolean | void;
  onmove(event: PointerEvent): void;
  onend(event: PointerEvent): void;
  oncancel(): void;
}

/** How far a pointer moves before a press becomes a drag, in pixels. */
const THRESHOLD = 6;

/** The event that an element sends when somebody begins to drag it; it bubbles. */
export const CARRY = "carry";

/** Let an element be dragged. The click that follows a drag is swallowed, so a click is a click. */
export function drag(options: DragOptions): Attachment<HTMLElement | SVGElement> {
  return (node) => {
    let from: { id: number; x: number; y: number } | null = null;
    let dragging = false;
    let allowClick = () => {};
    const down = (event: Event) => {
      if (!(event instanceof PointerEvent) || event.button !== 0 || from) return;
      from = { id: event.pointerId, x: event.clientX, y: event.clientY };
      dragging = false;
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId !== from?.id) return;
      if (!dragging && Math.hypot(event.clientX - from.x, event.clientY - from.y) >= THRESHOLD) {
        dragging = options.onstart(event) !== false;
        if (!dragging) from = null;
        else {
          allowClick = swallowClick();
          node.dispatchEvent(new CustomEvent(CARRY, { bubbles: true }));
        }
      }
      if (dragging) options.onmove(event);
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== from?.id) return;
      from = null;
      if (dragging) options.onend(event);
      // The click comes right after the pointer goes up, before any timer.
      setTimeout(allowClick);
    };
    const cancel = (event: PointerEvent) => {
      if (event.pointerId !== from?.id) return;
      from = null;
      if (dragging) options.oncancel();
      allowClick();
    };
    node.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    return () => {
      node.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
    };
  };
}

/** Stop clicks from reaching anything, until the returned function is called or the next press begins. */
function swallowClick(): () => void {
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const allow = () => {
    removeEventListener("click", stop, { capture: true });
    removeEventListener("pointerdown", allow, { capture: true });
  };
  addEventListener("click", stop, { capture: true });
  // On a busy page a quick tap comes before any timer, and its click belongs to the tap.
  addEventListener("pointerdown", allow, { capture: true });
  return allow;
}
