/** A part of a time that lies in one local day; epoch milliseconds, half-open. */
export interface DayPart {
  /** `2026-10-05`. */
  readonly day: string;
  readonly from: number;
  readonly to: number;
}

/** The local days of a time zone (IANA), of 23 to 25 hours among them. */
export class LocalDays {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    // Swedish writes days as ISO 8601 does.
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  }

  /** Splits a time at local midnights. Both are epoch milliseconds; nothing if `from` is not before `to`. */
  *split(from: number, to: number): Generator<DayPart, void, undefined> {
    for (let start = from; start < to; ) {
      const day = this.#format.format(start);
      const end = this.#endOf(day, start, to);
      yield { day, from: start, to: end };
      start = end;
    }
  }

  /** The first instant after `start` that is no more of its day, or `to`. */
  #endOf(day: string, start: number, to: number): number {
    if (this.#format.format(to - 1) === day) return to;
    let [inside, outside] = [start, to - 1];
    while (outside - inside > 1) {
      const middle = Math.floor((inside + outside) / 2);
      if (this.#format.format(middle) === day) inside = middle;
      else outside = middle;
    }
    return outside;
  }
}
