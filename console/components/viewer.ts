import { AsyncLocalStorage } from 'node:async_hooks';

/** What the person who reads a page may do. Addresses are those of the console, as links and forms have them. */
export interface Viewer {
  /** Whether a link leads to a page that the person may see. */
  mayOpen(address: string): boolean;
  /** Whether the person may send a form; without an address, the page's own. */
  maySend(address?: string): boolean;
}

const viewers = new AsyncLocalStorage<Viewer>();

/** Makes a page for a person: it has no link, button and form that would be refused. */
export function viewedBy<T>(viewer: Viewer, make: () => T): T {
  return viewers.run(viewer, make);
}

/** Whether whoever reads the page that is being made may open an address. */
export function mayOpen(address: string): boolean {
  return viewers.getStore()?.mayOpen(address) ?? true;
}

/** Whether whoever reads the page that is being made may send a form; without an address, the page's own. */
export function maySend(address?: string): boolean {
  return viewers.getStore()?.maySend(address) ?? true;
}
