import type { RefusedRows } from './punch.ts';

export interface Counts {
  readonly accepted: number;
  readonly replayed: number;
  readonly refused: number;
}

/** Counts the results of rows; each row counts once. */
export class Tally {
  readonly #onRefusal: (rows: RefusedRows) => void;
  #accepted = 0;
  #replayed = 0;
  #refused = 0;

  /** @param onRefusal called immediately with refused rows: they are not stored */
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

  /** Rows that were already stored. */
  replay(rows: number): void {
    this.#replayed += rows;
  }

  refuse(rows: RefusedRows): void {
    this.#refused += rows.lines.length;
    this.#onRefusal(rows);
  }
}
