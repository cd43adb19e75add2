import { checkShape } from '../../../bundle/format/check-shape.ts';
import { record } from '../../../bundle/format/fields.ts';
import type { RowFault } from '../../../platform/core/table/row-fault.ts';
import { spanFault } from '../domain/calendar-day.ts';
import type { FileDay } from '../domain/calendar-file.ts';
import { calendarDays } from '../import/sections.ts';

/** A day of a file with the row on which it stands. */
export type PlacedDay = FileDay & { readonly row: number };

/** The rules of a bundle's days hold for those of files. */
const DAY = record(calendarDays.fields);

/** The names of the columns or properties in which a file has a day. */
type Columns = Readonly<Record<keyof FileDay, string>>;

/** Checks a day as it was read; an empty `to` stands for `from`. Returns it, or its faults. */
export function checkDay(
  { row, ...given }: { readonly row: number } & Readonly<Record<keyof FileDay, string>>,
  columns: Columns,
): PlacedDay | RowFault[] {
  const read = { ...given, name: given.name.normalize('NFC'), to: given.to || given.from };
  const fault = (field: string, message: string) => ({ row, column: columns[field as keyof FileDay] ?? '', message });
  if (read.name === '') return [fault('name', 'is required')];
  const { faults } = checkShape(DAY, read, '');
  // A single day has one date, and so one fault.
  const own = faults.filter(({ pointer }) => pointer !== '/to' || read.to !== read.from);
  if (own.length > 0) return own.map(({ pointer, message }) => fault(pointer.slice(1), message));
  const span = spanFault(read.from, read.to);
  return span === null ? ({ row, ...read } as PlacedDay) : [fault('to', span.replace(/from$/, columns.from))];
}
