import type { RowFault } from '../../../platform/core/table/row-fault.ts';
import type { CalendarDayKindName } from './calendar-day.ts';

/** A day of a file. Dates are valid, and the last one is not before the first. */
export interface FileDay {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly kind: CalendarDayKindName;
}

/** What a file says. */
export interface CalendarFile {
  /** Each once: no two have the same name and from. */
  readonly days: readonly FileDay[];
  readonly faults: readonly RowFault[];
}

/**
 * The days of a file without repeated ones, and faults of those that say something else of the same day.
 * @param nameColumn where the name stands, for the faults
 */
export function distinctDays(days: readonly (FileDay & { readonly row: number })[], nameColumn: string): CalendarFile {
  const first = new Map<string, FileDay & { readonly row: number }>();
  const faults: RowFault[] = [];
  for (const day of days) {
    const known = first.getOrInsert(`${day.from} ${day.name}`, day);
    if (known.to !== day.to || known.kind !== day.kind)
      faults.push({
        row: day.row,
        column: nameColumn,
        message: `is also in row ${known.row}, until another day or of another kind`,
      });
  }
  return { days: [...first.values()].map(({ row: _, ...day }) => day), faults };
}

/** A stored day. */
interface StoredDay {
  readonly id: string;
  readonly name: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly kind: CalendarDayKindName;
}

/** A day that an import writes; the id is that of the stored one that it changes. */
export type PlannedDay = FileDay & { readonly id: string | null };

/** What the import of a file does: a day with the same name and from is the same day. */
export function planDays(
  { days }: CalendarFile,
  known: readonly StoredDay[],
): { readonly planned: readonly PlannedDay[]; readonly unchanged: number } {
  const stored = new Map(known.map((day) => [`${day.firstDay} ${day.name}`, day]));
  const planned = days.flatMap((day): PlannedDay[] => {
    const same = stored.get(`${day.from} ${day.name}`);
    if (!same) return [{ ...day, id: null }];
    return same.lastDay === day.to && same.kind === day.kind ? [] : [{ ...day, id: same.id }];
  });
  return { planned, unchanged: days.length - planned.length };
}
