import type { Fault } from '../../import/fault.ts';
import type { CsvRow } from './csv-rows.ts';
import { faultAt } from './punch-file-faults.ts';

const COLUMNS = ['code', 'kind', 'time', 'label', 'template'] as const;
const REQUIRED = ['code', 'kind', 'time'] as const;

export type ColumnName = (typeof COLUMNS)[number];

/** The columns of a file, in their order. */
export type Columns = readonly ColumnName[];

/** Reads a header: columns in any order, each once; `label` and `template` are optional. */
export function readHeader({ line, cells }: CsvRow): { readonly columns: Columns } | { readonly faults: Fault[] } {
  const separator = SEPARATORS.find(([character]) => cells.length === 1 && cells[0]?.includes(character))?.[1];
  if (separator !== undefined)
    return { faults: [faultAt(line, null, `separates values by ${separator}; ${USE_COMMAS}`)] };
  const faults = cells.flatMap((name, index) => {
    const column = name === '' ? String(index + 1) : name;
    if (!isColumn(name)) return [faultAt(line, column, `is unknown; the columns are ${COLUMNS.join(', ')}`)];
    return cells.indexOf(name) < index ? [faultAt(line, column, 'is a duplicate')] : [];
  });
  const missing = REQUIRED.filter((name) => !cells.includes(name)).map((name) => faultAt(line, name, 'is missing'));
  return faults.length + missing.length > 0 ? { faults: [...faults, ...missing] } : { columns: cells as Columns };
}

/** What spreadsheets write instead of commas where the comma is the decimal separator, or into a "text" file. */
const SEPARATORS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const;
const USE_COMMAS = `use commas (a spreadsheet writes them if its decimal separator is a point), and name the columns ${COLUMNS.join(', ')}`;

function isColumn(name: string): name is ColumnName {
  return (COLUMNS as readonly string[]).includes(name);
}
