import { yieldToEventLoop } from '../../../platform/core/event-loop.ts';
import { dateFault } from '../../../platform/core/instant.ts';
import { encodedFile, refuseFile } from '../../../platform/core/table/encodings.ts';
import { type RowFault, shortened } from '../../../platform/core/table/row-fault.ts';
import type { CalendarDayKindName } from '../domain/calendar-day.ts';
import { type CalendarFile, distinctDays } from '../domain/calendar-file.ts';
import { checkDay, type PlacedDay } from './check-day.ts';
import { contentLines } from './content-lines.ts';
import { MAX_DAYS, readCalendarTable } from './read-calendar-table.ts';

/**
 * The days in a file, CSV or iCalendar, regardless of those that are stored. Refuses with REQUEST_INVALID at `/file` what
 * is neither.
 * @param kind of days for which the file has none
 */
export async function readCalendarFile(file: Uint8Array, kind: CalendarDayKindName): Promise<CalendarFile> {
  const { bytes, encoding } = encodedFile(file, '');
  const begin = bytes.toString('latin1', 0, BEGIN.length).toUpperCase();
  return begin === BEGIN ? readEvents(new TextDecoder(encoding).decode(bytes), kind) : readCalendarTable(file, kind);
}

const BEGIN = 'BEGIN:VCALENDAR';

/** The days in a calendar (RFC 5545): each event of whole days is one. Yields to other work. */
async function readEvents(text: string, kind: CalendarDayKindName): Promise<CalendarFile> {
  const days: PlacedDay[] = [];
  const faults: RowFault[] = [];
  const within: string[] = [];
  let event: { readonly line: number; readonly properties: Map<string, string> } | undefined;
  let lines = 0;
  let events = 0;
  for (const { line, name, value } of contentLines(text)) {
    if (++lines % LINES_PER_TURN === 0) await yieldToEventLoop();
    if (name === 'BEGIN') {
      if (within.push(value.toUpperCase()) > MAX_DEPTH) refuseFile('has components within more than 10 others');
      if (within.at(-1) === 'VEVENT') event = { line, properties: new Map() };
    } else if (name === 'END') {
      if (within.pop() !== 'VEVENT' || !event) continue;
      if (++events > MAX_DAYS) refuseFile('must not have more than 1,000 events; split it into several files');
      const day = dayOf(event, kind);
      if ('row' in day) days.push(day);
      else faults.push(...day);
    } else if (within.at(-1) === 'VEVENT' && READ.has(name)) event?.properties.getOrInsert(name, value);
  }
  if (events === 0) refuseFile('has no events');
  const distinct = distinctDays(days, COLUMNS.name);
  return { ...distinct, faults: [...faults, ...distinct.faults] };
}

/** The day of an event, or its faults. */
function dayOf(
  { line: row, properties }: { readonly line: number; readonly properties: ReadonlyMap<string, string> },
  kind: CalendarDayKindName,
): PlacedDay | RowFault[] {
  const fault = (column: string, message: string): RowFault[] => [{ row, column, message }];
  const name = unescaped(properties.get('SUMMARY') ?? '').trim();
  const repeated = REPEATING.find((each) => properties.has(each));
  if (repeated) return fault(repeated, `repeats “${shortened(name)}”: give each of its days an event of its own`);
  const from = dateOf(properties.get('DTSTART') ?? '');
  if (from === null) return fault('DTSTART', NO_DATE);
  const end = properties.get('DTEND');
  const after = end === undefined ? null : dateOf(end);
  if (end !== undefined && after === null) return fault('DTEND', NO_DATE);
  if (properties.has('DURATION')) return fault('DURATION', 'cannot be read: give the event an end (DTEND)');
  // The end is the day after the last one; some programs write the first day for a single one.
  const to = after === null || after === from ? from : dayBefore(after);
  return checkDay({ row, name, from, to, kind }, COLUMNS);
}

/** A date of iCalendar, `20261224`, as the others are; null for another text, such as a time. */
function dateOf(text: string): string | null {
  if (!/^\d{8}$/.test(text)) return null;
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}

/** One that does not exist stays as it is: it is a fault. */
function dayBefore(date: string): string {
  return dateFault(date) === null ? String(Temporal.PlainDate.from(date).subtract({ days: 1 })) : date;
}

/** A text of iCalendar (RFC 5545, 3.3.11) on one line. */
function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_, letter: string) => (letter === 'n' || letter === 'N' ? ' ' : letter));
}

const COLUMNS = { name: 'SUMMARY', from: 'DTSTART', to: 'DTEND', kind: 'kind' } as const;
const REPEATING = ['RRULE', 'RDATE'] as const;
const READ: ReadonlySet<string> = new Set(['SUMMARY', 'DTSTART', 'DTEND', 'DURATION', ...REPEATING]);
const LINES_PER_TURN = 1_000;
const MAX_DEPTH = 10;
const NO_DATE = 'must be a whole day, such as 20261224: events with a time are no days of a calendar';
