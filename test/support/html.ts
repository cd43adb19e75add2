/** The targets of a page's links, unresolved. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = '']) => href);
}

/** The anchor ids of a page. */
export function anchorsIn(html: string): string[] {
  return [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
}
