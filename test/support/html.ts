/** The targets of a page's links, unresolved. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = '']) => href);
}

/** What a page is about, without what all pages have around it. */
export function mainOf(html: string): string {
  return /<main (.*)<\/main>/s.exec(html)?.[1] ?? '';
}

/** The anchor ids of a page. */
export function anchorsIn(html: string): string[] {
  return [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
}
