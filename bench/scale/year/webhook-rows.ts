import { rowsOf, SMALL_INSTITUTIONS, TODAY, type Year } from './rows-of-year.ts';
import type { YearSize } from './year-size.ts';

/** How long events and deliveries are stored. */
const DAYS = 30;
const ENDPOINTS = 4;
const TYPES =
  "ARRAY['user.created', 'user.updated', 'appointment.created', 'appointment.updated', 'log.created', 'session.started']";

/**
 * The rows of webhooks: the events of a month, and their deliveries to four endpoints of each institution; one in a
 * hundred is pending.
 */
export function webhookRows(year: Year, size: YearSize): readonly string[] {
  const at = (count: number) =>
    `date_trunc('milliseconds', now() - interval '${DAYS} days' + r.n * interval '${(DAYS * 86_400) / count} s')`;
  const institutions = `(SELECT '${year.large}'::uuid AS i UNION ALL SELECT uid('institution', n) FROM generate_series(0, ${SMALL_INSTITUTIONS - 1}) AS n)`;
  const status = `CASE WHEN r.m % 100 = 99 THEN 'pending' WHEN r.m % 50 = 1 THEN 'failed' ELSE 'succeeded' END`;
  return [
    `SELECT make_partitions('events', 'day', 1, now() - day * interval '1 day') FROM generate_series(0, ${DAYS + 1}) AS day`,
    `INSERT INTO events (institution_id, sequence, recorded_at, id, type, resource_id, aggregate_id, occurred_at, changed, actor_type, actor_id, request_id)
     SELECT r.i, r.m + 1, ${at(size.events)}, uid('event', r.n), (${TYPES})[1 + r.m % 6], uid('record', r.m / 5), uid('record', r.m / 5)::text,
       ${at(size.events)}, '{name}', 'integration', uid('integration', r.m % 10)::text, uid('request', r.n)::text
     FROM ${rowsOf(year, size.events)}`,
    'INSERT INTO feed_heads SELECT institution_id, max(sequence), max(recorded_at) FROM events GROUP BY institution_id',
    `INSERT INTO endpoints (institution_id, id, url, types, is_enabled, revision, created_at, updated_at)
     SELECT o.i, uid('endpoint', n), 'https://receiver.example/' || n, '{}', true, uid('r', n), ${TODAY}, ${TODAY}
     FROM ${institutions} AS o, generate_series(0, ${ENDPOINTS - 1}) AS n`,
    `INSERT INTO endpoint_counts SELECT o.i, ${ENDPOINTS} FROM ${institutions} AS o`,
    `INSERT INTO deliveries (institution_id, id, endpoint_id, event_id, event_type, sequence, recorded_at, resource_id, status, attempt_count,
       attempts_made, next_attempt_at, created_at, updated_at)
     SELECT r.i, uid('delivery', r.n), uid('endpoint', r.m % ${ENDPOINTS}), uid('event', r.n), (${TYPES})[1 + r.m % 6], r.m + 1, ${at(size.deliveries)},
       uid('record', r.m / 5), ${status}, 1, 1, CASE WHEN r.m % 100 = 99 THEN ${TODAY} END, ${at(size.deliveries)}, ${at(size.deliveries)}
     FROM ${rowsOf(year, size.deliveries)}`,
    `INSERT INTO delivery_attempts (institution_id, delivery_id, number, at, duration_ms, status)
     SELECT institution_id, id, 1, created_at, 20, 204 FROM deliveries`,
    `INSERT INTO endpoint_queues (institution_id, endpoint_id, due_at, is_slow, host)
     SELECT institution_id, endpoint_id, min(next_attempt_at), false, 'receiver.example' FROM deliveries GROUP BY 1, 2`,
    // Deliveries of an endpoint that was deleted a moment ago.
    `INSERT INTO deliveries (institution_id, id, endpoint_id, event_id, event_type, sequence, recorded_at, resource_id, status, attempt_count,
       attempts_made, next_attempt_at, created_at, updated_at)
     SELECT '${year.large}', uid('orphan', n), uid('endpoint', ${ENDPOINTS}), uid('event', 2 * n), 'user.created', n + 1, ${TODAY},
       uid('record', n / 5), 'pending', 0, 0, ${TODAY}, ${TODAY}, ${TODAY}
     FROM generate_series(0, ${size.deliveries / 100 - 1}) AS n`,
    `INSERT INTO deleted_endpoints VALUES ('${year.large}', uid('endpoint', ${ENDPOINTS}))`,
  ];
}
