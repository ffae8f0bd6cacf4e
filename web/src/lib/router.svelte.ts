/**
 * Addresses and pages. Links are plain <a href>: a click on one inside the page changes the page without loading.
 *
 * On a site of plain files no server knows the pages: there the address of a page is the fragment, `#/t/ID`.
 */
import { hasServer } from "./net/site";

interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

/** The address of the page; while the home page is written in advance, of home. */
function address(): URL {
  if (hasServer && globalThis.location) return new URL(location.href);
  const inner = globalThis.location?.hash.slice(1) ?? "";
  return new URL(inner.startsWith("/") ? inner : "/", "http://page.invalid");
}

/** An address of the page as the browser shows it. */
const shown = ({ href, pathname, search, hash }: URL) => (hasServer ? href : `#${pathname}${search}${hash}`);

/** Where a link leads. */
const target = (link: HTMLAnchorElement) => new URL(hasServer ? link.href : (link.getAttribute("href") ?? "").replace(/^#\//, "/"), address());

function read(): Place {
  const { pathname, search, hash } = address();
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
  const url = new URL(to, address());
  if (url.href !== address().href) history[replace ? "replaceState" : "pushState"](null, "", shown(url));
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
    const [from, to] = [address(), target(link)];
    if (to.protocol + to.host !== from.protocol + from.host || link.target || link.hasAttribute("download")) return;
    if (/^\/(api|schema|imprint|privacy)\b/.test(to.pathname)) return; // the server's own pages
    if (hasServer && to.pathname === from.pathname && to.search === from.search && to.hash) return;
    event.preventDefault();
    go(to.href);
  };
  // For a new tab, or to be copied, a link on a site of plain files must say where the page is.
  const onreach = (event: globalThis.Event) => {
    const link = (event.target as Element | null)?.closest?.("a[href^='/']");
    link?.setAttribute("href", `#${link.getAttribute("href")}`);
  };
  const reaching = hasServer ? [] : ["pointerover", "focusin"];
  const onpop = () => {
    before = "";
    place = read();
  };
  document.addEventListener("click", onclick);
  for (const kind of reaching) document.addEventListener(kind, onreach);
  addEventListener("popstate", onpop);
  return () => {
    document.removeEventListener("click", onclick);
    for (const kind of reaching) document.removeEventListener(kind, onreach);
    removeEventListener("popstate", onpop);
  };
}
