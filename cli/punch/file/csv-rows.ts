import { CsvError, type CsvErrorCode, parse } from 'csv-parse';
import type { Fault } from '../../import/check/fault.ts';
import { faultAt } from './punch-file-faults.ts';

/** A row of a CSV file that is not blank. */
export interface CsvRow {
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** Without the white space around them, except in quotes. */
  readonly cells: readonly string[];
}

/** Thrown where a file ceases to be CSV. */
export class CsvSyntaxError extends Error {
  override name = 'CsvSyntaxError';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * Reads CSV (RFC 4180, UTF-8, with or without a byte order mark, any line ends), a row at a time, whatever the size of the file. Blank lines
 * are passed over; rows may be of any width. Bytes that are no UTF-8 are U+FFFD. Throws a CsvSyntaxError, after the rows that are good.
 */
export async function* csvRows(source: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  // Counted here, where records come one by one: the parser counts a line end within quotes twice when it is CRLF.
  let line = 1;
  const rows: CsvRow[] = [];
  const parser = parse({
    bom: true,
    trim: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: CHARACTERS_OF_A_ROW,
    on_record(cells: string[]): null {
      if (cells.length > 1 || cells[0] !== '') rows.push({ line, cells });
      line += 1 + cells.reduce((count, cell) => count + (cell.match(LINE_END)?.length ?? 0), 0);
      return null;
    },
  });
  // Each step below tells its own error.
  parser.on('error', () => undefined);
  try {
    for await (const chunk of source) {
      await step((done) => parser.write(chunk, done));
      yield* rows.splice(0);
    }
    await step((done) => parser.end(done));
    yield* rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield* rows;
    const column = typeof error.column === 'number' ? String(error.column + 1) : null;
    throw new CsvSyntaxError(faultAt(line, column, MESSAGES[error.code] ?? error.message));
  }
}

function step(take: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => take((error) => (error ? reject(error) : resolve())));
}

const LINE_END = /\r\n|\n|\r/g;
/** Far more than a punch needs: a quote that is not closed is noticed before it has taken in the file. */
const CHARACTERS_OF_A_ROW = 16_384;

const MESSAGES: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'goes on after its closing quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'goes on after its closing quote',
  INVALID_OPENING_QUOTE: 'has a quote within a value that does not begin with one',
  CSV_MAX_RECORD_SIZE: `is longer than ${CHARACTERS_OF_A_ROW} characters; a quote may not be closed`,
};
