import type { Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  instant,
  integer,
  removeExpired,
  sqlStatement,
  text,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { UsageOfIntegration } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { sumsOf } from '../domain/sums.ts';
import { countUses } from './deprecated-uses.ts';
import { noteUses } from './secret-uses.ts';
import { recordedBatches, usageHours, usageRoutes } from './tables.ts';
import { columnsOf, type RequestRows, writeRequests } from './write-requests.ts';

/** The batch that a gateway has sent. */
interface Batch {
  readonly batchId: string;
  readonly requests: RequestRows;
  readonly usage: readonly UsageOfIntegration[];
}

/**
 * Records the requests of a batch and adds them to the sums, in a few statements; nothing if the batch was recorded
 * before.
 * @param now in epoch milliseconds
 */
export async function recordBatch(tx: Tx, { batchId, requests, usage }: Batch, now: number): Promise<void> {
  const [claimed] = await tx.rows(CLAIM, { id: batchId, at: toInstantText(now) });
  if (!claimed) return;
  const { routes, hours, uses } = sumsOf(usage);
  if (requests.chunks.length > 0) writeRequests(tx, requests);
  if (hours.length === 0) return;
  if (routes.length > 0) tx.write(ADD_TO_ROUTES, columnsOf(routes));
  const { durations, ...others } = columnsOf(hours);
  tx.write(ADD_TO_HOURS, { ...others, durations: durations.map((counts) => `{${counts.join()}}`) });
  noteUses(tx, usage);
  if (uses.length > 0) countUses(tx, uses);
}

/**
 * A sum plus a number: it stops at the largest exact integer of JavaScript, instead of failing the batches of
 * everybody.
 */
function sumOf(column: string): string {
  return `least(u.${column} + excluded.${column}, ${Number.MAX_SAFE_INTEGER})`;
}

const CLAIM = sqlStatement(recordedBatches, 'claim', {
  writes: true,
  parameters: { id: uuid(), at: instant() },
  result: { id: uuid() },
  text: ($) => `INSERT INTO recorded_batches (id, recorded_at) VALUES (${$.id}, ${$.at})
   ON CONFLICT (id) DO NOTHING RETURNING id`,
});

const ADD_TO_ROUTES = sqlStatement(usageRoutes, 'add', {
  writes: true,
  parameters: {
    institutionId: uuids(),
    integrationId: uuids(),
    hour: instant().array(),
    route: text().array(),
    statusClass: integer().array(),
    requests: bigint().array(),
    rateLimited: bigint().array(),
    bytesIn: bigint().array(),
    bytesOut: bigint().array(),
  },
  result: {},
  text: ($) => `INSERT INTO usage_routes AS u
     (institution_id, integration_id, hour, route, status_class, requests, rate_limited, bytes_in, bytes_out)
   SELECT * FROM unnest(${$.institutionId}, ${$.integrationId}, ${$.hour}, ${$.route}, ${$.statusClass}, ${$.requests},
     ${$.rateLimited}, ${$.bytesIn}, ${$.bytesOut})
   ON CONFLICT (institution_id, hour, integration_id, route, status_class) DO UPDATE SET
     ${['requests', 'rate_limited', 'bytes_in', 'bytes_out'].map((name) => `${name} = ${sumOf(name)}`).join(', ')}`,
});

const ADD_TO_HOURS = sqlStatement(usageHours, 'add', {
  writes: true,
  parameters: {
    institutionId: uuids(),
    integrationId: uuids(),
    hour: instant().array(),
    /** Each an array of integers, as text. */
    durations: text().array(),
    lost: bigint().array(),
  },
  result: {},
  text: ($) => `INSERT INTO usage_hours AS u (institution_id, integration_id, hour, durations, lost)
   SELECT institution_id, integration_id, hour, durations::integer[], lost
   FROM unnest(${$.institutionId}, ${$.integrationId}, ${$.hour}, ${$.durations}, ${$.lost})
     AS added(institution_id, integration_id, hour, durations, lost)
   ON CONFLICT (institution_id, hour, integration_id) DO UPDATE SET lost = ${sumOf('lost')},
     durations = ARRAY(SELECT least(coalesce(before, 0)::bigint + coalesce(added, 0), 2147483647)::integer
       FROM unnest(u.durations, excluded.durations) WITH ORDINALITY AS each(before, added, n) ORDER BY n)`,
});

/** Forgets batches that were recorded at or before an instant. */
export const removeBatches = removeExpired(recordedBatches, 'recordedAt');
