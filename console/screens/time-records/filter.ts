import { dateFault } from '../../../platform/core/instant.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RecordFilter } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { ALL_TIME } from '../../../records/hours.ts';
import type { Present } from '../../components/time.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { type Faults, sentenceOf } from '../../route/sent-form.ts';
import { findPerson } from '../people/person-of.ts';
import { NO_PERSON } from './add.ts';
import { startOf, todayIn } from './record-of.ts';

/** The choices of Show. */
export const SHOWN: readonly (readonly [value: string, label: string])[] = [
  ['all', 'All'],
  ['open', 'Open'],
  ['open-before-today', 'Open since before today'],
  ['auto-closed', 'Closed automatically'],
];

/** Days, both of which belong to the period: dates. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** The records that an address selects. */
export interface Selection {
  readonly days: Days;
  /** The day after the last one. */
  readonly end: string;
  readonly person: User | undefined;
  /** Its part of list requests. */
  readonly request: { readonly from: string; readonly to: string; readonly filter: RecordFilter };
}

/** The period of an address without one: the present month. */
export function withPeriod({
  query,
  present,
}: Pick<SessionVisit, 'query' | 'present'>): Record<string, string> | undefined {
  const { from = '', to = '', ...others } = query;
  if (from !== '' && to !== '') return undefined;
  const first = todayIn(present).with({ day: 1 });
  const last = first.add({ months: 1 }).subtract({ days: 1 });
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''));
  // A cursor is of another period.
  const { cursor: _, ...filters } = given;
  return { from: from || String(first), to: to || String(last), ...filters };
}

/** Reads the filters of an address that has a period, or their faults. */
export async function readFilter(
  visit: Pick<SessionVisit, 'call' | 'query' | 'present'>,
): Promise<{ readonly selection: Selection } | { readonly faults: Faults }> {
  const { query, present } = visit;
  const { from = '', to = '', person: typed = '', show = 'all' } = query;
  const person = typed === '' ? undefined : await findPerson(visit, typed);
  const faults: Record<string, string> = periodFaults({ from, to });
  if (typed !== '' && !person) faults.person = NO_PERSON;
  if (!SHOWN.some(([value]) => value === show)) faults.show = 'Choose one of these.';
  if (Object.keys(faults).length > 0) return { faults };
  const end = String(Temporal.PlainDate.from(to).add({ days: 1 }));
  return { selection: { days: { from, to }, end, person, request: requestOf({ from, end, show }, present) } };
}

function requestOf(
  { from, end, show }: { readonly from: string; readonly end: string; readonly show: string },
  present: Present,
): Selection['request'] {
  if (show === 'open') return { ...ALL_TIME, filter: RecordFilter.OPEN };
  if (show === 'open-before-today')
    return { ...ALL_TIME, to: startOf(todayIn(present), present), filter: RecordFilter.OPEN };
  return {
    from: startOf(Temporal.PlainDate.from(from), present),
    to: startOf(Temporal.PlainDate.from(end), present),
    filter: show === 'auto-closed' ? RecordFilter.AUTO_CLOSED : RecordFilter.UNSPECIFIED,
  };
}

function periodFaults({ from, to }: Days): Record<string, string> {
  const ofDates = Object.entries({ from, to }).flatMap(([name, date]) => {
    const fault = dateFault(date);
    return fault ? [[name, sentenceOf(fault.message)] as const] : [];
  });
  if (ofDates.length > 0) return Object.fromEntries(ofDates);
  const days = Temporal.PlainDate.from(from).until(to).days + 1;
  if (days < 1) return { to: 'Must not be before From.' };
  return days > MAX_DAYS ? { to: `At most ${MAX_DAYS} days: both days belong to the period.` } : {};
}

const MAX_DAYS = 366;
