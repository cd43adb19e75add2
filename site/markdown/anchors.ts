/**
 * Assigns anchors to the headings of one page, the same as GitHub and editors generate, so that links work there as
 * well.
 */
export class Anchors {
  readonly #taken = new Set<string>();

  /** The anchor of the next heading; a duplicate gets a number at its end. */
  next(heading: string): string {
    const base = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = base;
    for (let n = 1; this.#taken.has(anchor); n++) anchor = `${base}-${n}`;
    this.#taken.add(anchor);
    return anchor;
  }
}
