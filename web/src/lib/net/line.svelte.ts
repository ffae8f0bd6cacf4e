/** Whether the server answers; what it says last counts, and the browser's word that there is no network at all. */
let answered = $state(true);

export const line = {
  get connected(): boolean {
    return answered;
  },
};

/** Note that the server has answered, or has not. */
export function noteLine(heard: boolean): void {
  answered = heard;
}

if (typeof addEventListener === "function") {
  addEventListener("offline", () => noteLine(false));
  addEventListener("online", () => noteLine(true));
}
if (globalThis.navigator?.onLine === false) answered = false;
