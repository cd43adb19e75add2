import type { Messages } from '../../languages/en/console/index.ts';

/** A time of the institution with its offset: `2026-10-05T08:00:00+02:00`. */
export interface LocalTime {
  readonly local: string;
}

/** What a field of a section has; undefined for nothing. */
export type Cell = string | number | boolean | undefined | LocalTime | readonly string[];

export type Row = readonly Cell[];

/** The name of a field in the JSON and CSV files. */
export type Column = keyof Messages['handOver']['columns'];

/** A part of what is handed over: a table in the page, a list in the JSON file, a CSV file of its own. */
export interface Section {
  /** In the JSON file. */
  readonly name: keyof Messages['handOver']['parts'];
  readonly columns: readonly Column[];
  /** Whether it has one row, always. */
  readonly isOne?: true;
  /** Reads the rows anew, a page at a time: each file is written without any other in memory. */
  rows(): AsyncIterable<readonly Row[]>;
}

export function isLocalTime(cell: Cell): cell is LocalTime {
  return typeof cell === 'object' && 'local' in cell;
}
