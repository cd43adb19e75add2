import type {
  AuditRecord,
  ListAuditRecordsRequest,
  ListAuditRecordsResponse,
} from '../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { isInstantText } from './instant.ts';

/** Where the records of one service come from. */
export interface TrailSource {
  readonly service: string;
  read(request: Pick<ListAuditRecordsRequest, 'oldestFirst' | 'page'>): Promise<ListAuditRecordsResponse>;
}

/** A record of the trail. Its cursor is its id in the institution, too: after it the trail goes on. */
export interface TrailRecord {
  readonly cursor: string;
  readonly service: string;
  readonly record: AuditRecord;
}

interface Place {
  readonly recordedAt: string;
  /** Absent before everything of that instant. */
  readonly service?: string;
  readonly sequence: bigint;
}

/**
 * The next records of all services as one trail, the oldest first, those of one instant in the order of the services'
 * names. Nothing can come to stand before one that was returned, so whoever goes on after the last cursor gets each
 * record once. Fails if a service does not answer.
 * @param after a cursor, or the instant (RFC 3339) at which the trail begins
 * @returns fewer than `size`, or none, if the others are not settled yet
 */
export async function readTrail(sources: readonly TrailSource[], after: string, size: number): Promise<TrailRecord[]> {
  const place = placeOf(after);
  const pages = await Promise.all(
    sources.map(async ({ service, read }) => {
      const from = { sort: place.recordedAt, id: `${positionIn(service, place)}` };
      const {
        records,
        next,
        settledUntil = '',
      } = await read({ oldestFirst: true, page: { size, after: from } as never });
      const last = records.at(-1);
      const end: Place =
        next && last
          ? { recordedAt: last.recordedAt, service, sequence: last.sequence }
          : { recordedAt: settledUntil, sequence: 0n };
      return { end, found: records.map((record) => ({ ...record, service, record })) };
    }),
  );
  // Beyond where the first service has stopped, its records would be missing.
  const ends = pages.map(({ end }) => end).sort(inOrder);
  return pages
    .flatMap(({ found }) => found)
    .filter((each) => ends[0] && inOrder(each, ends[0]) <= 0)
    .sort(inOrder)
    .slice(0, size)
    .map(({ service, record }) => ({ cursor: cursorOf({ ...record, service }), service, record }));
}

/** Whether a text is a cursor, or an instant, to begin after. */
export function isTrailCursor(text: string): boolean {
  const [, recordedAt = ''] = CURSOR.exec(text) ?? [];
  return isInstantText(recordedAt);
}

const CURSOR = /^([^_]{1,32})(?:_([a-z]{1,32})_(\d{1,16}))?$/;

function placeOf(cursor: string): Place {
  const [, recordedAt = '', service, sequence = '0'] = CURSOR.exec(cursor) ?? [];
  return { recordedAt, sequence: BigInt(sequence), ...(service !== undefined && { service }) };
}

function cursorOf({ recordedAt, service, sequence }: Required<Place>): string {
  return `${recordedAt}_${service}_${sequence}`;
}

function inOrder(a: Place, b: Place): number {
  if (a.recordedAt !== b.recordedAt) return a.recordedAt < b.recordedAt ? -1 : 1;
  const [first, second] = [a.service ?? '', b.service ?? ''];
  if (first !== second) return first < second ? -1 : 1;
  return a.sequence === b.sequence ? 0 : a.sequence < b.sequence ? -1 : 1;
}

/** Where a service goes on after a place: of the same instant, all of it was returned already, or none. */
function positionIn(service: string, { recordedAt, service: last, sequence }: Place): bigint {
  const order = inOrder({ recordedAt, service, sequence: 0n }, { recordedAt, service: last ?? '', sequence: 0n });
  if (order === 0) return sequence;
  return order < 0 ? BigInt(Number.MAX_SAFE_INTEGER) : 0n;
}

/** A record as a line of the trail has it: one object, whose absent fields are null. */
export function trailObject({ cursor, service, record }: TrailRecord): Readonly<Record<string, unknown>> {
  const { actorKind, resourceKind, changes, reason } = record;
  const refused = changes.find(({ name }) => name === REFUSED)?.after;
  return {
    id: cursor,
    time: record.recordedAt,
    service,
    operation: record.operation,
    outcome: refused === undefined ? 'done' : 'refused',
    refusal: refused === undefined ? null : JSON.parse(refused),
    actor: { kind: actorKind, id: record.actorId ?? null, name: record.actorName ?? null, role: record.role ?? null },
    onBehalfOf: record.onBehalfOf ?? null,
    resource: { kind: resourceKind, id: record.resourceId, userId: record.userId ?? null },
    versionBefore: record.versionBefore ?? null,
    versionAfter: record.versionAfter ?? null,
    changes: changes
      .filter(({ name }) => name !== REFUSED)
      .map(({ name, before, after }) => ({ field: name, before: parsed(before), after: parsed(after) })),
    reason: reason ?? null,
    requestId: record.requestId,
    cause: record.cause ?? null,
  };
}

/** The field in which a record says why something was refused. */
export const REFUSED = 'refused';

function parsed(json: string | undefined): unknown {
  return json === undefined ? null : JSON.parse(json);
}
