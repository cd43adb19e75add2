/** Something that a search finds. */
export interface Entry {
  readonly href: string;
  readonly title: string;
  /** What it is, or a part of, as people read it: `Guide: Errors`, `GET /users/{id}`. */
  readonly subtitle: string;
  /** Its words, from which excerpts are taken. */
  readonly text: string;
}
