import { checkData, lineOf } from '../../../cli/data-check/check-data.ts';
import { feedTypes } from '../../../services/webhooks/domain/event-types.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { SERVICES, type Service } from '../fleet/parts.ts';
import type { Received } from '../traffic/webhook-receiver.ts';
import type { Message } from './stream.ts';

/** An event as its service stored it. */
export interface OutboxRow extends Message {
  readonly service: string;
  readonly aggregateId: string;
  /** Orders the events of an aggregate. */
  readonly sequence: number;
}

/** The time that an event waited in its outbox, in epoch milliseconds. */
export interface EventWait {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

/** The results of a run, from all stores. */
export interface Evidence {
  /** The ids of the rows that have the mark of a write, by mark. */
  readonly marks: ReadonlyMap<string, readonly string[]>;
  readonly outbox: readonly OutboxRow[];
  /** The events in the order of publication. */
  readonly messages: readonly Message[];
  readonly feed: {
    /** The events in the feeds of all institutions, each feed in its order. */
    readonly recorded: readonly { readonly id: string; readonly institutionId: string }[];
    /** The events that the reader of this institution's feed saw, in the order in which it saw them. */
    readonly seen: readonly string[];
    readonly institutionId: string;
  };
  readonly webhooks: {
    /** The events that the institution's receiver must get, in the order of the feed. */
    readonly expected: readonly { readonly id: string; readonly resourceId: string }[];
    readonly log: readonly Received[];
  };
  /** What breaks the invariants of the stored data, as `lyceum data check` prints it. */
  readonly dataFaults: readonly string[];
  /** The number of events that were not published or that became dead letters of a consumer. */
  readonly stuckEvents: number;
}

export type DatabaseUrl = (service: Service) => string;

/** Gathers what the databases have, not through the platform. @param since when the receiver's endpoint was created */
export async function gatherEvidence(
  databaseUrl: DatabaseUrl,
  { institutionId, since }: { readonly institutionId: string; readonly since: string },
) {
  const marks = new Map<string, string[]>();
  for (const [service, statement] of MARKS) {
    const rows = await query<{ mark: string; id: string }>(databaseUrl(service), statement, [institutionId]);
    for (const { mark, id } of rows) marks.set(mark, [...(marks.get(mark) ?? []), id]);
  }
  const databases = SERVICES.map((service) => [service, databaseUrl(service)] as const);
  const dataFaults: string[] = [];
  for await (const checked of checkData({ databases, now: Date.now(), isSettled: true }))
    if (checked.broken > 0) dataFaults.push(lineOf(checked));
  const expected: Evidence['webhooks']['expected'] = await query(databaseUrl('webhooks'), EXPECTED, [
    institutionId,
    since,
  ]);
  return {
    ...{ marks, dataFaults, expected, outbox: await readOutboxes(databaseUrl) },
    recorded: await readFeeds(databaseUrl('webhooks')),
    stuckEvents: (await everywhere(databaseUrl, STUCK)).length,
    waits: await everywhere<EventWait>(databaseUrl, WAITS),
  };
}

export function readOutboxes(databaseUrl: DatabaseUrl): Promise<OutboxRow[]> {
  return everywhere(databaseUrl, OUTBOX);
}

/** Reads the feeds from the database of webhooks. */
export function readFeeds(databaseUrl: string): Promise<Evidence['feed']['recorded']> {
  const text = `SELECT id, institution_id AS "institutionId" FROM events ORDER BY institution_id, sequence`;
  return query(databaseUrl, text);
}

/** Selects the events that a feed shows. */
export function shownByFeeds(outbox: readonly OutboxRow[]): OutboxRow[] {
  return outbox.filter(({ type }) => type in feedTypes);
}

/**
 * Reads what waits for a process to go on with it, as names that change when it was tried: events in outboxes, events
 * that a consumer tries again, and deliveries that are due or soon will be, such as those whose first attempt has just
 * failed.
 */
export async function readWaiting(databaseUrl: DatabaseUrl): Promise<ReadonlySet<string>> {
  const rows = await Promise.all([
    everywhere<{ name: string }>(databaseUrl, UNPUBLISHED),
    everywhere<{ name: string }>(databaseUrl, TRIED_AGAIN),
    query<{ name: string }>(databaseUrl('webhooks'), DUE),
  ]);
  return new Set(rows.flat().map(({ name }) => name));
}

/** The number of deliveries that are pending, whenever they are due. */
export async function countPending(databaseUrl: DatabaseUrl): Promise<number> {
  return (await query(databaseUrl('webhooks'), `SELECT FROM deliveries WHERE status = 'pending'`)).length;
}

/** The rows of all services. @param text with `:service` for its name */
async function everywhere<Row extends object>(databaseUrl: DatabaseUrl, text: string): Promise<Row[]> {
  const read = (service: Service) => query<Row>(databaseUrl(service), text.replaceAll(':service', `'${service}'`));
  return (await Promise.all(SERVICES.map(read))).flat();
}

const text = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const marked = (service: Service, table: string, kind: string, column: string, like: string) =>
  [
    service,
    `SELECT '${kind} ' || ${column} AS mark, id FROM ${table} WHERE ${column} LIKE '${like}' AND institution_id = $1`,
  ] as const;
const MARKS: readonly (readonly [Service, string])[] = [
  marked('directory', 'users', 'user', 'email', '%@faults.example'),
  marked('scheduling', 'appointments', 'appointment', 'title', 'Fault %'),
  marked('curricula', 'pathways', 'pathway', 'name', 'Fault %'),
  [
    'timetracking',
    `WITH time_records AS (SELECT * FROM time_records WHERE institution_id = $1)
     SELECT 'log ' || user_id || ' ' || ${text('start_time')} || ' ' || ${text('end_time')} AS mark, id
     FROM time_records WHERE source <> 'session'
     UNION ALL SELECT 'start ' || user_id || ' ' || ${text('start_time')}, id FROM time_records WHERE source = 'session'
     UNION ALL SELECT 'stop ' || user_id || ' ' || ${text('end_time')}, id
     FROM time_records WHERE source = 'session' AND end_time IS NOT NULL
     UNION ALL SELECT 'pause ' || user_id || ' ' || (pause ->> 'start'), id
     FROM time_records, jsonb_array_elements(pauses) AS pause WHERE source = 'session'
     UNION ALL SELECT 'resume ' || user_id || ' ' || (pause ->> 'end'), id
     FROM time_records, jsonb_array_elements(pauses) AS pause WHERE source = 'session' AND pause ->> 'end' IS NOT NULL`,
  ],
];
const OUTBOX = `SELECT id, :service AS service, type, aggregate_id AS "aggregateId", request_id AS "requestId", sequence::int
  FROM outbox ORDER BY sequence`;
const STUCK = 'SELECT id FROM outbox WHERE published_at IS NULL UNION ALL SELECT event_id FROM dead_letters';
const WAITS = `SELECT type, extract(epoch FROM occurred_at)::float8 * 1000 AS from, extract(epoch FROM published_at)::float8 * 1000 AS to
  FROM outbox WHERE published_at IS NOT NULL`;
const UNPUBLISHED = `SELECT :service || ': event ' || id || ' in the outbox' AS name FROM outbox WHERE published_at IS NULL`;
const TRIED_AGAIN = `SELECT :service || ': event ' || event_id || ' for ' || consumer || ', attempt ' || attempts AS name
  FROM dead_letters WHERE dead_since IS NULL`;
const DUE = `SELECT 'delivery ' || id || ', attempt ' || attempts_made AS name
  FROM deliveries WHERE next_attempt_at <= now() + interval '10 s'`;
const EXPECTED = `SELECT id, resource_id AS "resourceId" FROM events
  WHERE institution_id = $1 AND occurred_at > $2 ORDER BY sequence`;
