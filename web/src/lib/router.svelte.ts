/** Addresses and pages. Links are plain <a href>: a click on one inside the page changes the page without loading. */

interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

const HOME = { pathname: "/", search: "", hash: "" };

/** Where we are; while the home page is written in advance, at home. */
function read(): Place {
  const { pathname, search, hash } = globalThis.location ?? HOME;
  return { path: pathname, query: new URLSearchParams(search), hash: hash.slice(1) };
}

let place = $state.raw<Place>(read());
let before = $state.raw("");

export const here = {
  get path() {
    return place.path;
  },
  get query() {
    return place.query;
  },
  get hash() {
    return place.hash;
  },
  /** The path of the page from which a link led here; empty after loading. */
  get before() {
    return before;
  },
};

/** Go to an address of the page; `replace` leaves no step for the back button. */
export function go(to: string, replace = false): void {
  const url = new URL(to, location.href);
  if (url.href !== location.href) history[replace ? "replaceState" : "pushState"](null, "", url);
  const turned = url.pathname !== place.path;
  if (turned) before = place.path;
  place = read();
  if (turned) scrollTo(0, 0);
}

/** Take over clicks on inner links and the back button; returns how to stop. */
export function followLinks(): () => void {
  const onclick = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/schema")) return;
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
    event.preventDefault();
    go(link.href);
  };
  const onpop = () => {
    before = "";
    place = read();
  };
  document.addEventListener("click", onclick);
  addEventListener("popstate", onpop);
  return () => {
    document.removeEventListener("click", onclick);
    removeEventListener("popstate", onpop);
  };
}
