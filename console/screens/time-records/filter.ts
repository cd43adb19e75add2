import { isUuid } from '../../../platform/core/ids.ts';
import { dateFault } from '../../../platform/core/instant.ts';
import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RecordFilter } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { ALL_TIME } from '../../../records/hours.ts';
import { t } from '../../components/language.ts';
import { sentenceOf } from '../../components/refusals.ts';
import type { Present } from '../../components/time.ts';
import { cursorAfter, pageOf } from '../../route/cursor.ts';
import type { SessionVisit } from '../../route/screen.ts';
import type { Faults } from '../../route/sent-form.ts';
import { findPerson, MAX_SEARCHED } from '../people/person-of.ts';
import { startOf, todayIn } from './record-of.ts';

/** The choices of State. */
export function shownOptions(): readonly (readonly [value: string, label: string])[] {
  return [
    ['all', t.timeRecords.allRecords],
    ['open', t.timeRecords.open],
    ['open-before-today', t.timeRecords.openBeforeToday],
    ['auto-closed', t.timeRecords.closedAutomatically],
  ];
}

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
  /** Those whom the filters name, a page of them; undefined for everybody. */
  readonly chosen: ChosenPeople | undefined;
  /** Its part of list requests. */
  readonly request: { readonly from: string; readonly to: string; readonly filter: RecordFilter };
}

/** People by name, and where the next page of them begins. */
export interface ChosenPeople {
  readonly users: readonly User[];
  readonly next: string | undefined;
}

/** A selection with all of its people. */
export type Exported = Omit<Selection, 'chosen'> & { readonly people: readonly User[] | undefined };

/** The period of an address without one: the present month. */
export function withPeriod({
  query,
  present,
}: Pick<SessionVisit, 'query' | 'present'>): Record<string, string> | undefined {
  const { from = '', to = '', ...others } = query;
  if (from !== '' && to !== '') return undefined;
  const first = todayIn(present).with({ day: 1 });
  const last = first.add({ months: 1 }).subtract({ days: 1 });
  // That a file is not for Excel is said without a value.
  const isGiven = ([name, value]: readonly [string, string]) => value !== '' || name === 'excel';
  const given = Object.fromEntries(Object.entries(others).filter(isGiven));
  // Positions are of another period.
  const { cursor: _, before: _before, people: _people, ...filters } = given;
  return { from: from || String(first), to: to || String(last), ...filters };
}

/** Reads the filters of an address that has a period, or their faults. */
export async function readFilter(
  visit: Asked & Pick<SessionVisit, 'present'>,
): Promise<{ readonly selection: Selection } | { readonly faults: Faults }> {
  const { query, present } = visit;
  const { from = '', to = '', person: typed = '', group = '', show = 'all' } = query;
  const faults: Record<string, string> = periodFaults({ from, to });
  if (group !== '' && !isUuid(group)) faults.group = t.failures.chooseOne;
  if (!shownOptions().some(([value]) => value === show)) faults.show = t.failures.chooseOne;
  const chosen = faults.group ? undefined : await chosenPeople(visit, query.people ?? '');
  if (typed !== '' && chosen?.users.length === 0 && !chosen.next) faults.person = t.timeRecords.nobody;
  if (Object.keys(faults).length > 0) return { faults };
  const end = String(Temporal.PlainDate.from(to).add({ days: 1 }));
  return { selection: { days: { from, to }, end, chosen, request: requestOf({ from, end, show }, present) } };
}

/** The same with all of its people, for a file. */
export async function withAllPeople(visit: Asked, { chosen, ...selection }: Selection): Promise<Exported> {
  const people = chosen && [...chosen.users];
  for (let next = chosen?.next; people && next !== undefined; ) {
    const more = await chosenPeople(visit, next);
    people.push(...(more?.users ?? []));
    next = more?.next;
  }
  return { ...selection, people };
}

type Asked = Pick<SessionVisit, 'call' | 'query'>;

/** The people with a part of a name, email or code, or the one with an email, code or id, of a user group. */
async function chosenPeople(visit: Asked, cursor: string): Promise<ChosenPeople | undefined> {
  const { person: text = '', group = '' } = visit.query;
  if (text === '' && group === '') return undefined;
  const one = text === '' || group !== '' ? undefined : await findPerson(visit, text);
  if (one) return { users: [one], next: undefined };
  if (text.length > MAX_SEARCHED) return { users: [], next: undefined };
  const of = group === '' ? {} : { userGroupId: group };
  const { people, next } = await visit.call(PersonService.method.listPeople, { page: pageOf({ cursor }), text, ...of });
  return { users: people, next: next && cursorAfter(next) };
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
  if (days < 1) return { to: t.timeRecords.notBeforeFrom };
  return days > MAX_DAYS ? { to: t.timeRecords.mostDays(MAX_DAYS) } : {};
}

const MAX_DAYS = 366;
