import { CsvError, type CsvErrorCode, parse } from 'csv-parse';
import type { Fault } from '../../import/fault.ts';
import { faultAt } from './punch-file-faults.ts';

/** A row of a CSV file that has a value. */
export interface CsvRow {
  /** The line on which it starts, from 1. */
  readonly line: number;
  /** Without surrounding white space, except in quotes. */
  readonly cells: readonly string[];
}

/** Thrown at the first invalid CSV syntax. */
export class CsvSyntaxError extends Error {
  override name = 'CsvSyntaxError';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * Reads CSV (RFC 4180, UTF-8, with or without a byte order mark, any line ends) row by row, for files of any size. Skips blank lines and,
 * as spreadsheets write for empty rows, lines of separators; rows can have any width. Invalid UTF-8 becomes U+FFFD. Yields all valid rows before it throws a CsvSyntaxError.
 */
export async function* csvRows(source: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  // Counted here, per record: the parser counts a CRLF within quotes twice.
  let line = 1;
  const rows: CsvRow[] = [];
  const parser = parse({
    bom: true,
    trim: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: CHARACTERS_OF_A_ROW,
    on_record(cells: string[]): null {
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
      line += 1 + cells.reduce((count, cell) => count + (cell.match(LINE_END)?.length ?? 0), 0);
      return null;
    },
  });
  // Each step below throws its own error.
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
/** Far more than a punch needs: detects an unclosed quote before it has consumed the whole file. */
const CHARACTERS_OF_A_ROW = 16_384;

/** A value that ends with a semicolon, as some spreadsheets separate them, looks the same. */
const CONTINUES = 'continues after its closing quote; separate values by commas';

const MESSAGES: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: CONTINUES,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: CONTINUES,
  INVALID_OPENING_QUOTE: 'has a quote inside an unquoted value',
  CSV_MAX_RECORD_SIZE: `is longer than ${CHARACTERS_OF_A_ROW} characters; a quote may not be closed`,
};
