import { CsvError, parse } from 'csv-parse/sync';
import type { RowFault } from '../domain/people-import.ts';
import { refuseFile, textOf } from './decode.ts';

/** A row of a file, as a spreadsheet counts: the header is row 1. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
}

interface Table {
  readonly header: readonly string[];
  /** Without empty ones, which count all the same. */
  readonly rows: readonly TableRow[];
  readonly faults: readonly RowFault[];
}

/**
 * The table in a CSV file. Its separator is a semicolon if the header has one outside of quotes, else a comma. What
 * follows a broken quotation mark cannot be read. Refuses with REQUEST_INVALID at `/file` what is no table of people.
 */
export function readTable(file: Uint8Array): Table {
  const text = textOf(file);
  const read: TableRow[] = [];
  const on_record = (cells: string[], { records: row }: { readonly records: number }): null => {
    if (row === 1 || cells.some((cell) => cell.trim() !== '')) read.push({ row, cells });
    return null;
  };
  const faults: RowFault[] = [];
  try {
    parse(text, { ...LINES, delimiter: separatorOf(text), relax_column_count: true, on_record });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The records before the one that cannot be read, empty ones included.
    faults.push({ row: Number(error.records) + 1, column: '', message: BROKEN });
  }
  const [header, ...rows] = read;
  const columns = header?.cells ?? [];
  if (columns.length > MAX_COLUMNS) refuseFile(`must not have more than ${MAX_COLUMNS} columns`);
  if (rows.length > MAX_ROWS) refuseFile('must not have more than 5,000 rows; split it into several files');
  return { header: columns, rows, faults };
}

function separatorOf(text: string): ',' | ';' {
  const [header = ''] = /^(?:"[^"]*"|[^"\r\n])*/.exec(text) ?? [];
  return header.replaceAll(/"[^"]*"/g, '').includes(';') ? ';' : ',';
}

const LINES = { record_delimiter: ['\r\n', '\n', '\r'] };
const MAX_ROWS = 5_000;
/** Far more than a list of people has. */
const MAX_COLUMNS = 1_000;
const BROKEN =
  'has a quotation mark that does not begin or end a cell; nothing after it can be read. Quote the whole cell, and write its quotation marks twice';
