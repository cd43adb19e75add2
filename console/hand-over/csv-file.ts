import { BYTE_ORDER_MARK, csvRow } from '../../records/csv.ts';
import { type Cell, isLocalTime, type Section } from './section.ts';

/** A section as CSV, safe to open in spreadsheets. */
export async function* csvFile({ columns, rows }: Section): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow(columns);
  for await (const page of rows()) yield page.map((row) => csvRow(row.map(textOf))).join('');
}

function textOf(cell: Cell): string | number | boolean | undefined {
  if (typeof cell !== 'object') return cell;
  return isLocalTime(cell) ? cell.local : cell.join('; ');
}
