/** A fault that keeps a row of a file from being imported. */
export interface RowFault {
  /** As a spreadsheet counts: the header is row 1. */
  readonly row: number;
  /** The column's name; empty for the whole row. */
  readonly column: string;
  readonly message: string;
}

/** A text of a file as it is shown: the first 100 letters. */
export function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const MAX_SHOWN = 100;
