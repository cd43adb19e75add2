import { checkData, lineOf } from '../../../cli/data-check/check-data.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { SERVICES, type Service } from '../fleet/parts.ts';
import type { Received } from '../traffic/webhook-receiver.ts';
import type { Message } from './stream.ts';

/** An event as its service stored it. */
export interface OutboxRow {
  readonly id: string;
  readonly service: string;
  readonly type: string;
  readonly aggregateId: string;
  /** Of the request that caused it. */
  readonly requestId: string;
  /** Orders the events of an aggregate. */
  readonly sequence: number;
}

/** What the feeds recorded, and what a reader saw of one of them. */
export interface FeedEvidence {
  /** The events in the feeds of all institutions, each feed in its order. */
  readonly recorded: readonly { readonly id: string; readonly institutionId: string }[];
  /** The events that the reader of one institution saw, in the order in which it saw them. */
  readonly seen: readonly string[];
  /** The institution whose feed the reader read. */
  readonly institutionId: string;
}

/** The deliveries to the institution's receiver. */
export interface WebhookEvidence {
  /** The events that the receiver must get, in the order of the feed. */
  readonly expected: readonly { readonly id: string; readonly resourceId: string }[];
  readonly log: readonly Received[];
}

/** The results of a run, from all stores. */
export interface Evidence {
  /** The ids of the rows that have the mark of a write, by mark. */
  readonly marks: ReadonlyMap<string, readonly string[]>;
  readonly outbox: readonly OutboxRow[];
  /** The events in the stream, in its order. */
  readonly messages: readonly Message[];
  readonly feed: FeedEvidence;
  readonly webhooks: WebhookEvidence;
  /** What breaks the invariants of the stored data, as `lyceum data check` prints it. */
  readonly dataFaults: readonly string[];
  /** The number of events that were not published or that became dead letters of a consumer. */
  readonly stuckEvents: number;
}

interface Options {
  /** The institution whose records are checked. */
  readonly institutionId: string;
  readonly databaseUrl: (service: Service) => string;
  /** All events, in the order of publication. */
  readonly messages: readonly Message[];
  readonly feed: Omit<FeedEvidence, 'institutionId'>;
  readonly webhooks: WebhookEvidence;
}

/** Gathers the evidence directly from the databases, not through the platform. */
export async function gatherEvidence({
  institutionId,
  databaseUrl,
  messages,
  feed,
  webhooks,
}: Options): Promise<Evidence> {
  const marks = new Map<string, string[]>();
  for (const [service, statement] of MARKS) {
    const rows = await query<{ mark: string; id: string }>(databaseUrl(service), statement, [institutionId]);
    for (const { mark, id } of rows) marks.set(mark, [...(marks.get(mark) ?? []), id]);
  }
  const outbox = await readOutboxes(databaseUrl);
  let stuckEvents = 0;
  for (const service of SERVICES) {
    const [stuck] = await query<{ count: number }>(databaseUrl(service), STUCK);
    stuckEvents += stuck?.count ?? 0;
  }
  const databases = SERVICES.map((service) => [service, databaseUrl(service)] as const);
  const dataFaults: string[] = [];
  for await (const checked of checkData({ databases, now: Date.now(), isSettled: true }))
    if (checked.broken > 0) dataFaults.push(lineOf(checked));
  return {
    marks,
    outbox,
    messages,
    feed: { ...feed, institutionId },
    webhooks,
    dataFaults,
    stuckEvents,
  };
}

export async function readOutboxes(databaseUrl: (service: Service) => string): Promise<(OutboxRow & Message)[]> {
  const outboxes = await Promise.all(
    SERVICES.map((service) => query<OutboxRow & Message>(databaseUrl(service), OUTBOX, [service])),
  );
  return outboxes.flat();
}

/** Counts the events that wait for publication. */
export async function countWaiting(databaseUrl: (service: Service) => string): Promise<number> {
  const counts = await Promise.all(SERVICES.map((service) => query<{ count: number }>(databaseUrl(service), WAITING)));
  return counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
}

const text = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const MARKS: readonly (readonly [Service, string])[] = [
  [
    'directory',
    `SELECT 'user ' || email AS mark, id FROM users WHERE email LIKE '%@faults.example' AND institution_id = $1`,
  ],
  [
    'scheduling',
    `SELECT 'appointment ' || title AS mark, id FROM appointments WHERE title LIKE 'Fault %' AND institution_id = $1`,
  ],
  [
    'curricula',
    `SELECT 'pathway ' || name AS mark, id FROM pathways WHERE name LIKE 'Fault %' AND institution_id = $1`,
  ],
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
const OUTBOX = `SELECT id, $1 AS service, type, aggregate_id AS "aggregateId", request_id AS "requestId", sequence::int
  FROM outbox ORDER BY sequence`;
const WAITING = 'SELECT count(*)::int AS count FROM outbox WHERE published_at IS NULL';
const STUCK = `SELECT (SELECT count(*) FROM outbox WHERE published_at IS NULL)::int + (SELECT count(*) FROM dead_letters)::int AS count`;
