import type { Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  boolean,
  instant,
  integerRange,
  plainText,
  sqlStatement,
  text,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { standsStill } from '../../../platform/data/standstill/fence.ts';
import { table } from '../../../platform/data/tables.ts';

/** When each endpoint next has something to send, which worker serves it, and how it has responded lately. */
export const endpointQueues = table('endpoint_queues', {
  whose: 'nobody',
  columns: {
    institutionId: uuid().says('nothing'),
    endpointId: uuid().says('nothing'),
    /** The earliest pending attempt; null without one, and while the endpoint is disabled. */
    dueAt: instant().says('nothing').nullable().withoutSealed('NULL'),
    /** Which worker serves the endpoint, and until when no other may. */
    lease: uuid().says('nothing').nullable(),
    leasedUntil: instant().says('nothing').nullable(),
    servedAt: instant().says('nothing').nullable(),
    failingSince: instant().says('nothing').nullable(),
    lastFailedAt: instant().says('nothing').nullable(),
    isSlow: boolean().says('nothing'),
    /** The host and port of the endpoint's URL. */
    host: plainText().says('text').masked('host'),
    /** The host that is leased with the endpoint, while it is, and which of its {@link HOST_SLOTS}; null: all. */
    leasedHost: plainText().says('nothing').nullable(),
    leasedSlots: integerRange().says('nothing').nullable(),
    /** The URL that has last answered with 2xx. */
    answeredUrl: text().says('text').nullable(),
    /** The part of the feed that a running replay has not reached yet; null without one. */
    replayFrom: bigint().says('nothing').nullable().withoutSealed('NULL'),
    replayTo: bigint().says('nothing').nullable().withoutSealed('NULL'),
  },
  primaryKey: ['institutionId', 'endpointId'],
  checks: { endpoint_queues_replay: '(replay_from IS NULL) = (replay_to IS NULL)' },
  references: {
    endpoint_queues_endpoint: { columns: ['institutionId', 'endpointId'], to: 'endpoints', onDelete: 'cascade' },
  },
  indexes: {
    endpoint_queues_due: { on: ['dueAt'], where: 'due_at IS NOT NULL' },
    endpoint_queues_due_answering: {
      on: ['dueAt'],
      where: 'due_at IS NOT NULL AND failing_since IS NULL AND NOT is_slow',
    },
    endpoint_queues_due_troubled: {
      on: ['dueAt'],
      where: 'due_at IS NOT NULL AND (failing_since IS NOT NULL OR is_slow)',
    },
    endpoint_queues_leased: { on: ['institutionId', 'leasedHost'], where: 'lease IS NOT NULL' },
  },
  exclusions: {
    endpoint_queues_leased_host: `USING gist (institution_id WITH =, leased_host WITH =,
      (COALESCE(leased_slots, '[0,8)'::int4range)) WITH &&) WHERE (lease IS NOT NULL)`,
  },
});

/** The requests to one host that endpoints of an institution share. Halves of them are leased, or all. */
export const HOST_SLOTS = { all: '[0,8)', first: '[0,4)', second: '[4,8)' } as const;

export interface EndpointKey {
  readonly institutionId: string;
  readonly endpointId: string;
}

export interface Lease extends EndpointKey {
  readonly lease: string;
}

/** How long a worker holds an endpoint, by the database's clock, which no replica's clock affects. */
export const LEASE_MS = 30_000;

/** When a lease that is taken or extended now ends, in SQL. */
export const leaseEnd = `clock_timestamp() + interval '${LEASE_MS} ms'`;

/** How an endpoint has responded. Instants are text. */
export interface Answered {
  readonly failingSince: string | null;
  readonly lastFailedAt: string | null;
  readonly isSlow: boolean;
  /** The URL that has answered with 2xx; null if none has. */
  readonly answeredUrl: string | null;
}

/** The part of the feed that a running replay has not reached yet: its first and its last sequence. */
export interface ReplayRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Locks a leased endpoint's queue, extends the lease and records how the endpoint has responded. Returns the rest
 * of its replay, and whether the institution stands still, so that no round may follow; `lost` if another worker holds
 * the lease by now, or if it ended before a freeze that has not waited for it.
 */
export async function holdLease(
  tx: Tx,
  lease: Lease,
  answered: Answered,
): Promise<{ readonly replay: ReplayRange | null; readonly standsStill: boolean } | 'lost'> {
  const [row] = await tx.rows(HOLD, { ...lease, ...answered });
  if (!row) return 'lost';
  const { from, to, standsStill } = row;
  return { replay: from === null || to === null ? null : { from, to }, standsStill };
}

interface Release {
  /** Instant text. */
  readonly at: string;
  /** The earliest instant at which the endpoint is served again, as text; null for none. */
  readonly notBefore: string | null;
}

/** Ends a lease held by {@link holdLease}. */
export function releaseLease(tx: Tx, { institutionId, endpointId }: EndpointKey, release: Release): void {
  tx.write(RELEASE, { institutionId, endpointId, ...release });
}

/** Locks the queue of an endpoint. A caller that changes the row in `endpoints` has locked that, too. */
export function lockQueue(tx: Tx, { institutionId, endpointId }: EndpointKey): void {
  tx.write(LOCK, { institutionId, endpointId });
}

/**
 * Recomputes when an endpoint is next served from its deliveries: never while it is disabled, which ends its replay.
 * Its queue is locked.
 * @param at instant text
 */
export function refreshQueue(tx: Tx, { institutionId, endpointId }: EndpointKey, at: string): void {
  tx.write(REFRESH, { institutionId, endpointId, at });
}

/** Clears how an endpoint has responded, after it was enabled. */
export function forgetAnswers(tx: Tx, { institutionId, endpointId }: EndpointKey): void {
  tx.write(FORGET, { institutionId, endpointId });
}

const KEY = { institutionId: uuid(), endpointId: uuid() };

const isOf = ($: Record<keyof typeof KEY, string>) =>
  `q.institution_id = ${$.institutionId} AND q.endpoint_id = ${$.endpointId}`;

/**
 * The host of an endpoint's URL, whatever its port, as the sender connects to it: URLs are stored as the URL parser
 * understands them.
 */
export const hostOf = (url: string): string =>
  `regexp_replace(substring(${url} FROM '^\\w+://([^/?#]*)'), ':\\d+$', '')`;

/** Sets the columns that follow from the endpoint and its deliveries. A replay that runs is due at `at`. */
const fromEndpoint = ($: Record<keyof typeof KEY | 'at', string>, notBefore = 'NULL') => `host = ${hostOf('e.url')},
     replay_from = CASE WHEN e.is_enabled THEN q.replay_from END, replay_to = CASE WHEN e.is_enabled THEN q.replay_to END,
     due_at = CASE WHEN e.is_enabled THEN greatest(least((
       SELECT min(d.next_attempt_at) FROM deliveries d
       WHERE d.institution_id = q.institution_id AND d.endpoint_id = q.endpoint_id AND d.next_attempt_at IS NOT NULL),
       CASE WHEN q.replay_to IS NOT NULL THEN ${$.at}::timestamptz END), ${notBefore}) END
   FROM endpoints e WHERE e.institution_id = q.institution_id AND e.id = q.endpoint_id AND ${isOf($)}`;

const HOLD = sqlStatement(endpointQueues, 'hold', {
  writes: true,
  parameters: {
    ...KEY,
    lease: uuid(),
    failingSince: instant().nullable(),
    lastFailedAt: instant().nullable(),
    isSlow: boolean(),
    answeredUrl: text().nullable(),
  },
  result: { from: bigint().nullable(), to: bigint().nullable(), standsStill: boolean() },
  text: ($) => `UPDATE endpoint_queues q SET leased_until = ${leaseEnd},
     failing_since = ${$.failingSince}, last_failed_at = ${$.lastFailedAt}, is_slow = ${$.isSlow},
     answered_url = coalesce(${$.answeredUrl}, q.answered_url)
   WHERE ${isOf($)} AND q.lease = ${$.lease}
     AND (q.leased_until > clock_timestamp() OR NOT ${standsStill('q.institution_id')})
   RETURNING q.replay_from AS "from", q.replay_to AS "to", ${standsStill('q.institution_id')} AS "standsStill"`,
});

const RELEASE = sqlStatement(endpointQueues, 'release', {
  writes: true,
  parameters: { ...KEY, at: instant(), notBefore: instant().nullable() },
  result: {},
  text: ($) => `UPDATE endpoint_queues q
   SET lease = NULL, leased_until = NULL, leased_slots = NULL, served_at = clock_timestamp(), ${fromEndpoint($, $.notBefore)}`,
});

const LOCK = sqlStatement(endpointQueues, 'lock', {
  writes: true,
  parameters: KEY,
  result: { endpointId: uuid() },
  text: ($) => `SELECT q.endpoint_id AS "endpointId" FROM endpoint_queues q WHERE ${isOf($)} FOR NO KEY UPDATE`,
});

const REFRESH = sqlStatement(endpointQueues, 'refresh', {
  writes: true,
  parameters: { ...KEY, at: instant() },
  result: {},
  text: ($) => `UPDATE endpoint_queues q SET ${fromEndpoint($)}`,
});

const FORGET = sqlStatement(endpointQueues, 'forget', {
  writes: true,
  parameters: KEY,
  result: {},
  text: ($) =>
    `UPDATE endpoint_queues q SET failing_since = NULL, last_failed_at = NULL, is_slow = false WHERE ${isOf($)}`,
});
