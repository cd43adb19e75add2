import { ERASED_NAME } from '../../../platform/core/erased-person.ts';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { t } from '../../components/language.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { targetsOf } from '../calendar-feeds/targets.ts';
import { nameOf as nameOfEndpoint } from '../webhooks/endpoint-of.ts';
import type { Actors } from './actors.ts';

/**
 * Names of the records that changes are about, and of the ids in them; undefined for records that are no longer known.
 */
export interface Subjects {
  /** Of a record: its name, or whose it is. */
  of(record: Pick<AuditRecord, 'resourceKind' | 'resourceId'>): string | undefined;
  /** Of a person, a course, a room or an administrator. */
  ofId(id: string): string | undefined;
}

/** Reads the names for a page of changes, of the services that answer. */
export async function subjectsOf(
  call: OptionalCall,
  records: readonly AuditRecord[],
  actors: Actors,
): Promise<Subjects> {
  const [owners, feeds, endpoints] = await Promise.all([
    ownersOf(call, records),
    found(idsOf(records, 'calendar_feed'), (id) => call(CalendarFeedService.method.getCalendarFeed, { id })),
    idsOf(records, 'webhook_endpoint').length > 0
      ? call(EndpointService.method.listEndpoints, { page: { size: 20 } })
      : undefined,
  ]);
  const named = targetIds(records);
  const targets = await targetsOf(
    call,
    (['userId', 'courseId', 'roomId'] as const).flatMap((of) =>
      [
        ...(of === 'userId'
          ? [
              ...owners.values(),
              ...idsOf(records, 'user'),
              ...idsOf(records, 'hold'),
              ...idsOf(records, 'administrator'),
            ]
          : []),
        ...(named.get(of) ?? []),
        ...ofKind(records, of),
      ].map((value) => ({ $typeName: 'lyceum.identity.v1.FeedCalendar' as const, target: { case: of, value } })),
    ),
  );
  const names = new Map([
    ...[...feeds].map(([id, { feed }]) => [id, feed?.name] as const),
    ...(endpoints?.endpoints ?? []).map((each) => [each.id, nameOfEndpoint(each)] as const),
  ]);
  const ofId = (id: string) => toldName(targets.get(id)?.name ?? actors.get(`administrator:${id}`));
  return {
    ofId,
    of({ resourceKind, resourceId }) {
      const owner = owners.get(resourceId);
      if (owner !== undefined || resourceKind === 'time_record') return owner && ofId(owner);
      return (
        actors.get(`${resourceKind}:${resourceId}`) ?? names.get(resourceId) ?? toldName(targets.get(resourceId)?.name)
      );
    },
  };
}

/** A name within a sentence: several people may be erased. */
function toldName(name: string | undefined): string | undefined {
  return name === ERASED_NAME ? t.audit.erasedPerson : name;
}

function idsOf(records: readonly AuditRecord[], kind: string): string[] {
  return [...new Set(records.filter(({ resourceKind }) => resourceKind === kind).map(({ resourceId }) => resourceId))];
}

function ofKind(records: readonly AuditRecord[], of: 'userId' | 'courseId' | 'roomId'): string[] {
  return of === 'userId' ? [] : idsOf(records, of === 'courseId' ? 'course' : 'room');
}

/** Whose calendars the feeds among the changes show. */
function targetIds(records: readonly AuditRecord[]): ReadonlyMap<string, string[]> {
  const values = records
    .filter(({ resourceKind }) => resourceKind === 'calendar_feed')
    .flatMap(({ changes }) => {
      const of = (name: string) => changes.find((each) => each.name === name);
      const [kind, id] = [of('calendarOf'), of('targetId')].map((each) => each?.after ?? each?.before);
      return kind && id ? [[CASES[JSON.parse(kind)] ?? 'userId', String(JSON.parse(id))] as const] : [];
    });
  return new Map([...Map.groupBy(values, ([of]) => of)].map(([of, all]) => [of, all.map(([, id]) => id)]));
}

const CASES: Readonly<Record<string, string>> = { course: 'courseId', room: 'roomId' };

/** Whose records they are, by the id of the record. Changes of before that was recorded name none: they are asked for. */
async function ownersOf(call: OptionalCall, records: readonly AuditRecord[]): Promise<ReadonlyMap<string, string>> {
  const known = new Map(records.flatMap(({ resourceId, userId }) => (userId ? [[resourceId, userId] as const] : [])));
  const unknown = idsOf(records, 'time_record').filter((id) => !known.has(id));
  const asked = await found(unknown, (id) => call(RecordService.method.getRecord, { id }));
  return new Map([
    ...[...asked].flatMap(([id, { record }]) => (record ? [[id, record.userId] as const] : [])),
    ...known,
  ]);
}

/** The records found by id; deleted ones are left out. */
async function found<T>(ids: readonly string[], read: (id: string) => Promise<T | undefined>): Promise<Map<string, T>> {
  const answers = await Promise.all(
    ids.map(async (id) => {
      try {
        return [id, await read(id)] as const;
      } catch (error) {
        if (error instanceof Refusal) return [id, undefined] as const;
        throw error;
      }
    }),
  );
  return new Map(answers.flatMap(([id, answer]) => (answer === undefined ? [] : [[id, answer]])));
}
