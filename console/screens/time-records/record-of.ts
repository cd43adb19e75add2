import { toInstantText } from '../../../platform/core/instant.ts';
import { present as required } from '../../../platform/core/present.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RecordSource, RecordStatus, type TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import type { Fragment } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { localText, localTime, type Present } from '../../components/time.ts';
import type { ChangedRecord, Fact } from '../../route/change-screen.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { changesSince } from '../audit/changes-since.ts';

export const PATH = '/console/time-records';

/** A time record, and whose it is. */
export interface RecordOf {
  readonly record: TimeRecord;
  readonly person: Pick<User, 'id' | 'name' | 'isArchived'>;
  /** Of the address: it has the filters of the list that has led to it. */
  readonly query: SessionVisit['query'];
}

/** A time record as its forms change it. */
export const changedRecord: ChangedRecord<RecordOf> = {
  name: () => t.recordForms.thisRecord,
  async read({ call, query, params: { id = '' } }: SessionVisit) {
    const record = required((await call(RecordService.method.getRecord, { id })).record, 'record');
    const ids = [record.userId];
    const { users } = await call(UserService.method.batchGetUsers, { ids, isSummary: true });
    return { record, person: users[0] ?? { id: record.userId, name: record.userId, isArchived: false }, query };
  },
  revisionOf: ({ record }) => record.revision,
  changesSince: (visit, { record: { id } }, revision) =>
    changesSince(visit, { resourceKind: 'time_record', resourceId: id }, revision),
};

/** The page of a record, or of ending it. */
export function pathOf({ id }: Pick<TimeRecord, 'id'>, page: '' | '/end' | '/confirm' = ''): string {
  return `${PATH}/${id}${page}`;
}

/** The filters of the list that has led to a record, as far as there are any. */
export function filterIn(query: SessionVisit['query']): Record<string, string> {
  return Object.fromEntries(FILTERS.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
}

const FILTERS = ['from', 'to', 'person', 'group', 'show'];

/** A page of a record that keeps these filters, and whether its times are exact. */
export function addressOf(
  record: Pick<TimeRecord, 'id'>,
  query: SessionVisit['query'],
  page: '' | '/confirm' = '',
): string {
  const kept = new URLSearchParams({ ...filterIn(query), ...(query.exact === '1' && { exact: '1' }) });
  return `${pathOf(record, page)}${kept.size > 0 ? `?${kept}` : ''}`;
}

/** The page on which an administrator can do something about a record. @param query of the list that leads there */
export function formOf(record: TimeRecord, query: SessionVisit['query'] = {}): string {
  return isOpen(record) ? pathOf(record, '/end') : addressOf(record, query);
}

export function isOpen({ status }: Pick<TimeRecord, 'status'>): boolean {
  return status !== RecordStatus.CLOSED;
}

/** From when to when a record or a pause is. */
export function periodIn(
  { startTime, endTime }: Pick<TimeRecord, 'startTime'> & { readonly endTime?: string | undefined },
  present: Present,
): Fragment {
  const end = endTime === undefined ? t.time.now : localTime(endTime, present);
  return t.recordForms.period(localTime(startTime, present), end);
}

/** The same as text. */
export function periodText(
  { startTime, endTime }: { readonly startTime: string; readonly endTime?: string | null | undefined },
  present: Present,
): string {
  return t.time.range(localText(startTime, present), endTime == null ? t.time.now : localText(endTime, present));
}

/** The same as a fact on which a decision is based. */
export function periodFact(record: Pick<TimeRecord, 'startTime' | 'endTime'>, present: Present): Fact {
  const { startTime, endTime = '' } = record;
  return { name: 'period', label: t.words.time, value: `${startTime} ${endTime}`, words: periodText(record, present) };
}

/** The source of a record, in words. */
export function originOf({ source }: Pick<TimeRecord, 'source'>): string {
  return ORIGINS[source]?.() ?? '';
}

const ORIGINS: Readonly<Record<RecordSource, () => string>> = {
  [RecordSource.UNSPECIFIED]: () => '',
  [RecordSource.SESSION]: () => t.timeRecords.clockedIn,
  [RecordSource.API]: () => t.recordForms.origins.api,
  [RecordSource.BULK]: () => t.recordForms.origins.bulk,
  [RecordSource.CONSOLE]: () => t.recordForms.origins.console,
};

/** The present day of the institution. */
export function todayIn({ now, timeZone }: Present): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** The first instant of a day in the institution's time zone: RFC 3339. */
export function startOf(day: Temporal.PlainDate, { timeZone }: Pick<Present, 'timeZone'>): string {
  return toInstantText(day.toZonedDateTime({ timeZone }).epochMilliseconds);
}

/** The name of a user by id; the id itself if directory does not know the user, or is away. */
export type Names = (userId: string) => string;

/** Reads the names of some users. */
export async function namesOf(call: OptionalCall, userIds: readonly string[]): Promise<Names> {
  const ids = [...new Set(userIds)];
  const found = ids.length > 0 ? await call(UserService.method.batchGetUsers, { ids, isSummary: true }) : undefined;
  const names = new Map(found?.users.map(({ id, name }) => [id, name]));
  return (userId) => names.get(userId) ?? userId;
}
