/** Something that a search can find. */
export interface Entry {
  readonly href: string;
  readonly title: string;
  /** What it is, or is part of, for display: `Guide: Errors`, `GET /users/{id}`. */
  readonly subtitle: string;
  /** Its text, from which excerpts are taken. */
  readonly text: string;
}

/** The attribute of what shows an entry on an English page. */
export function langOf(href: string): string {
  return href.startsWith('/docs/de/') ? ' lang="de"' : '';
}
