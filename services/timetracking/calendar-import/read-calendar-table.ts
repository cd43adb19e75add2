import { decoderOf, isUnreadable } from '../../../platform/core/table/encodings.ts';
import { readTable, type TableFormat } from '../../../platform/core/table/read-table.ts';
import type { RowFault } from '../../../platform/core/table/row-fault.ts';
import type { CalendarDayKindName } from '../domain/calendar-day.ts';
import { type CalendarFile, distinctDays } from '../domain/calendar-file.ts';
import { checkDay, type PlacedDay } from './check-day.ts';

const COLUMNS = { name: 'name', from: 'from', to: 'to', kind: 'kind' } as const;

/** The most days of a file. */
export const MAX_DAYS = 1_000;

const FORMAT: TableFormat = {
  columns: Object.values(COLUMNS),
  required: { name: 'is required', from: 'is required: the first day' },
  rows: 'rows with days',
  maxRows: MAX_DAYS,
};

/** The days in a CSV file. @param kind of rows without one */
export async function readCalendarTable(file: Uint8Array, kind: CalendarDayKindName): Promise<CalendarFile> {
  const { columns, rows, unknownColumns, headerRow, encoding, faults: ofTable } = await readTable(file, FORMAT);
  const decode = decoderOf(encoding);
  const faults: RowFault[] = [
    ...ofTable,
    ...unknownColumns.map((column) => ({ row: headerRow, column: decode(column).trim(), message: UNKNOWN })),
  ];
  const days: PlacedDay[] = [];
  for (const { row, cells } of rows) {
    const texts = new Map(columns.map((column, at) => [column, decode(cells[at] ?? '').trim()]));
    const unreadable = [...texts].filter(([, text]) => isUnreadable(text, encoding));
    faults.push(...unreadable.map(([column]) => ({ row, column, message: UNREADABLE })));
    if (unreadable.length > 0) continue;
    const cell = (column: string) => texts.get(column) ?? '';
    const day = checkDay(
      {
        row,
        name: cell('name'),
        from: isoDate(cell('from')),
        to: isoDate(cell('to')),
        kind: cell('kind').toLowerCase() || kind,
      },
      COLUMNS,
    );
    if ('row' in day) days.push(day);
    else faults.push(...day);
  }
  const distinct = distinctDays(days, COLUMNS.name);
  return { ...distinct, faults: [...faults, ...distinct.faults] };
}

/** A date that is written as in German, `24.12.2026`, as the others are; another text as it is. */
function isoDate(text: string): string {
  const [day = '', month = '', year = '', ...others] = text.split('.', 4);
  const isDate = year.length === 4 && day.length > 0 && day.length <= 2 && month.length > 0 && month.length <= 2;
  return isDate && others.length === 0 ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

const UNKNOWN = `is not a column that can be imported; those are ${FORMAT.columns.join(', ')}`;
const UNREADABLE = 'has letters that cannot be read: save the file as CSV UTF-8';
