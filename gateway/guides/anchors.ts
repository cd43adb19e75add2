/** Gives the headings of one page their anchors: those that GitHub and editors make of them, so that links work there as well. */
export class Anchors {
  readonly #taken = new Set<string>();

  /** The anchor of the next heading; one that was taken before has a number behind it. */
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
