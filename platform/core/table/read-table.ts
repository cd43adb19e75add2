import { pipeline } from 'node:stream/promises';
import { CsvError, type Options, type Parser, parse } from 'csv-parse';
import { yieldToEventLoop } from '../event-loop.ts';
import { decoderOf, encodedFile, refuseFile } from './encodings.ts';
import { type RowFault, shortened } from './row-fault.ts';

/** The tables that can be read. */
export interface TableFormat {
  /** The names of the columns that can be imported, in any case. */
  readonly columns: readonly string[];
  /** Why there must be a column, by its name: “is required: …”. */
  readonly required: Readonly<Record<string, string>>;
  /** What other names of columns mean, as {@link headerKey} has them: a column, or empty to leave the column out. */
  readonly meanings?: ReadonlyMap<string, string>;
  /** What its rows are, in messages: “rows with people”. */
  readonly rows: string;
  readonly maxRows: number;
}

/** A row of a file, as a spreadsheet counts: the header is row 1, unless empty lines stand before it. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** The columns of a file that can be imported. Texts have a character for each byte. */
export interface Table {
  readonly encoding: string;
  readonly headerRow: number;
  /** The names in the header, and the column that each is read as: empty if it is left out, undefined if unknown. */
  readonly headers: readonly { readonly name: string; readonly column: string | undefined }[];
  /** The columns of the cells; one that the header repeats counts once. */
  readonly columns: readonly string[];
  readonly unknownColumns: readonly string[];
  /** Without empty ones, which count all the same. */
  readonly rows: readonly TableRow[];
  readonly faults: readonly RowFault[];
  /** The row with a broken quotation mark, and about how many follow it. */
  readonly broken: { readonly row: number; readonly unread: number } | null;
}

/**
 * Reads the table in a CSV file, yielding to other work. Text after a broken quotation mark cannot be read.
 * Refuses with REQUEST_INVALID at `/file` what is no table of the format, as soon as that is known.
 * @param chosen see {@link encodedFile}
 * @param shown the encoding of the names in the header, if it is another one
 */
export async function readTable(file: Uint8Array, format: TableFormat, chosen = '', shown = ''): Promise<Table> {
  const { bytes: all, encoding } = encodedFile(file, chosen);
  const { bytes, separator } = afterSeparatorLine(all);
  let header: ReturnType<typeof readHeader> | undefined;
  const rows: TableRow[] = [];
  const faults: RowFault[] = [];
  let end = 0;
  const on_record = (cells: string[], info: Counts): null => {
    end = info.bytes;
    if (cells.every((cell) => cell.trim() === '')) return null;
    const row = info.records + info.empty_lines;
    if (!header) {
      header = readHeader(cells, row, { format, decode: decoderOf(shown || encoding) });
      faults.push(...header.faults);
    } else {
      if (rows.length === format.maxRows)
        refuseFile(`must not have more than ${format.maxRows.toLocaleString('en')} rows; split it into several files`);
      rows.push({ row, cells: header.positions.map((at) => cells[at] ?? '') });
      const extra = cells.findIndex((cell, at) => at >= (header?.width ?? 0) && cell.trim() !== '');
      if (extra !== -1) faults.push({ row, column: nameOfColumn(extra), message: TOO_MANY_CELLS });
    }
    return null;
  };
  const parser = parse({ ...FORMAT, delimiter: separator ?? separatorOf(bytes), on_record });
  let broken: Table['broken'] = null;
  try {
    await pipeline(slicesOf(bytes, parser), parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { records, empty_lines, column } = error as unknown as Counts & { readonly column: number };
    if (column >= MAX_COLUMNS) refuseFile(TOO_MANY_COLUMNS);
    // The records before the one that cannot be read, empty ones included.
    broken = { row: records + empty_lines + 1, unread: countLines(bytes.subarray(end)) - 1 };
    faults.push({
      row: broken.row,
      column: header?.names[column] ?? nameOfColumn(column),
      message: FAULTS[error.code] ?? BROKEN,
    });
  }
  if (rows.length === 0 && !broken) refuseFile(`has no ${format.rows} below the names of the columns`);
  const { row: headerRow = 1, headers = [], columns = [], unknownColumns = [] } = header ?? {};
  return { encoding, headerRow, headers, columns, unknownColumns, rows, faults, broken };
}

/** The bytes that are read in one turn: some milliseconds even if each of them is a cell. */
const SLICE_BYTES = 4 * 1024;

async function* slicesOf(bytes: Buffer, { info }: Parser): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (info.records + info.empty_lines > MAX_LINES) refuseFile('has more than 100,000 lines; remove empty ones');
    yield bytes.subarray(at, at + SLICE_BYTES);
    await yieldToEventLoop();
  }
}

/** The columns that a header names, in whatever case; unnamed ones at its end are none. */
function readHeader(
  cells: readonly string[],
  row: number,
  { format, decode }: { readonly format: TableFormat; decode(cell: string): string },
) {
  if (cells.length > MAX_COLUMNS) refuseFile(TOO_MANY_COLUMNS);
  const width = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const raw = cells
    .slice(0, width)
    .map((cell, at) => (cell.trim() === '' ? nameOfColumn(at) : cell.slice(0, MAX_NAME)));
  const headers = raw.map((cell) => {
    const name = shortened(decode(cell).trim());
    const same = format.columns.find((each) => each.toLowerCase() === name.toLowerCase());
    return { name, column: format.meanings?.get(headerKey(name)) ?? same };
  });
  const names = headers.map(({ name, column }) => column || name);
  const known = [...names.entries()].filter(([at]) => headers[at]?.column);
  const isFirst = ([at, name]: [number, string]) => known.find(([, each]) => each === name)?.[0] === at;
  const faults = known
    .filter((each) => !isFirst(each))
    .map(([, column]): RowFault => ({ row, column, message: 'is a second column with this name' }));
  for (const [column, message] of Object.entries(format.required))
    if (!headers.some((each) => each.column === column)) faults.push({ row, column, message });
  return {
    ...{ row, width, headers, names, faults },
    columns: known.filter(isFirst).map(([, name]) => name),
    positions: known.filter(isFirst).map(([at]) => at),
    unknownColumns: raw.filter((_, at) => headers[at]?.column === undefined),
  };
}

/** A name of a column without what people write now one way, now another: “E-Mail” and “email”. */
export function headerKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s._-]/g, '');
}

/** A column by its letters in a spreadsheet: “column C”. */
function nameOfColumn(at: number): string {
  let letters = '';
  for (let rest = at + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `column ${letters}`;
}

/** Skips a first line such as `sep=;`: it names the separator of cells, and spreadsheets do not show it. */
function afterSeparatorLine(bytes: Buffer): { readonly bytes: Buffer; readonly separator?: string } {
  const [line, , given = ''] =
    /^("?)sep=([^"\r\n]{0,2})\1(?:\r\n|\r|\n|$)/i.exec(bytes.toString('latin1', 0, 16)) ?? [];
  if (line === undefined) return { bytes };
  return { bytes: bytes.subarray(line.length), ...([',', ';', '\t', '|'].includes(given) && { separator: given }) };
}

/** A semicolon if the header has one outside of quotes, else a comma. */
function separatorOf(bytes: Buffer): ',' | ';' {
  const start = bytes.toString('latin1', 0, MAX_HEADER_BYTES).trimStart();
  const [header = ''] = /^(?:"[^"]*"|[^"\r\n])*/.exec(start) ?? [];
  return header.replaceAll(/"[^"]*"/g, '').includes(';') ? ';' : ',';
}

/** How many lines are not empty; counts no further than {@link MAX_LINES}. */
function countLines(bytes: Buffer): number {
  let lines = 0;
  for (const _ of bytes.toString('latin1').matchAll(/[^\r\n]+/g)) if (++lines === MAX_LINES) break;
  return lines;
}

type Counts = Pick<Parser['info'], 'records' | 'empty_lines' | 'bytes'>;

/** Far more than a list of people has. */
const MAX_COLUMNS = 1_000;
/** Empty ones included. */
const MAX_LINES = 100_000;
/** More than the 100 letters of a name that are shown, however they are encoded. */
const MAX_NAME = 400;
/** More than a header has in which a separator is found. */
const MAX_HEADER_BYTES = 64 * 1024;
const FORMAT: Options = {
  encoding: 'latin1',
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  // One cell too many shows that there are too many, and has the rest.
  ignore_last_delimiters: MAX_COLUMNS + 1,
  // A cell is read in one turn, so it is no longer than the body of a request.
  max_record_size: 256 * 1024,
};
const FAULTS: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: 'is longer than 256 KiB; is a quotation mark missing? Nothing after it can be read',
};
const TOO_MANY_COLUMNS = 'must not have more than 1,000 columns';
const TOO_MANY_CELLS = 'has more cells than the header; quote a cell that has the separator in it';
const BROKEN =
  'has a quotation mark that does not begin or end a cell; nothing after it can be read. Quote the whole cell, and write its quotation marks twice';
