/** Where the links of a page lead, as they stand in it. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = '']) => href);
}

/** The anchors of a page. */
export function anchorsIn(html: string): string[] {
  return [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
}
