import type { RefusedRows } from './punch.ts';

export interface Counts {
  readonly accepted: number;
  readonly replayed: number;
  readonly refused: number;
}

/** Counts what becomes of the rows; each row counts once. */
export class Tally {
  readonly #onRefusal: (rows: RefusedRows) => void;
  #accepted = 0;
  #replayed = 0;
  #refused = 0;

  /** @param onRefusal hears of refused rows at once: they are not kept */
  constructor(onRefusal: (rows: RefusedRows) => void) {
    this.#onRefusal = onRefusal;
  }

  get counts(): Counts {
    return { accepted: this.#accepted, replayed: this.#replayed, refused: this.#refused };
  }

  /** Rows that changed something. */
  accept(rows: number): void {
    this.#accepted += rows;
  }

  /** Rows that were there already. */
  replay(rows: number): void {
    this.#replayed += rows;
  }

  refuse(rows: RefusedRows): void {
    this.#refused += rows.lines.length;
    this.#onRefusal(rows);
  }
}
