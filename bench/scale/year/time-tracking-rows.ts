import { madeAt, rowsOf, TODAY, type Year } from './rows-of-year.ts';
import type { YearSize } from './year-size.ts';

/** Working days of a member, with one log each. */
const LOGS_OF_MEMBER = 250;

/** The number of members of the large institution with logs. */
export const membersOf = ({ logs }: YearSize) => logs / 2 / LOGS_OF_MEMBER;

/** A member with as many logs as a busy terminal, in any year: a hundred a day. */
export const BUSY_MEMBER = "uid('busy', 1)";
const LOGS_OF_BUSY_MEMBER = { small: 500, full: 36_500 };

/** The rows of timetracking: consecutive logs of each member, day by day; one member in ten is present. */
export function timeTrackingRows(year: Year, size: YearSize): readonly string[] {
  const members = membersOf(size);
  const columns = `institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, auto_closed, revision,
       created_at, updated_at`;
  const start = `'${year.begin}'::timestamptz + (r.m / ${members}) * interval '35 hours'`;
  const busy = size.logs > 100_000 ? LOGS_OF_BUSY_MEMBER.full : LOGS_OF_BUSY_MEMBER.small;
  const busyStart = `'${year.begin}'::timestamptz + n * interval '14 minutes'`;
  return [
    `INSERT INTO time_records (${columns})
     SELECT r.i, uid('log', r.n), uid('user', r.m % ${members}), ${start}, ${start} + interval '8 hours', ${start},
       CASE WHEN r.m % 4 = 0 THEN '[{"start": "2026-01-01T10:00:00.000Z", "end": "2026-01-01T10:30:00.000Z"}]' ELSE '[]' END::jsonb, '[]', 'session',
       false, uid('r', r.n), ${start}, ${start} + interval '8 hours'
     FROM ${rowsOf(year, size.logs)}`,
    `INSERT INTO time_records (${columns})
     SELECT '${year.large}', uid('open', n), uid('user', n), ${TODAY}, NULL, ${TODAY}, '[]', '[]', 'session', false, uid('r', n), ${TODAY}, ${TODAY}
     FROM generate_series(0, ${Math.max(0, Math.floor(members / 10) - 1)}) AS n`,
    `INSERT INTO time_records (${columns})
     SELECT '${year.large}', uid('busy log', n), ${BUSY_MEMBER}, ${busyStart}, ${busyStart} + interval '10 minutes', ${busyStart}, '[]', '[]',
       'bulk', false, uid('r', n), ${TODAY}, ${TODAY}
     FROM generate_series(0, ${busy - 1}) AS n`,
  ];
}

/** The platform's own rows in the database of each service; other services have a tenth of timetracking's. */
export function platformRows(year: Year, service: string, full: YearSize): readonly string[] {
  const share = service === 'timetracking' ? 1 : 0.1;
  const size = { keys: full.keys * share, outbox: full.outbox * share, inbox: full.inbox * share };
  const audited = full.auditRecords * share;
  const since = (count: number, days: number) =>
    `now() - interval '${days} days' + r.n * interval '${(days * 86_400) / count} s'`;
  return [
    `SELECT make_audit_partitions('${year.begin}'::timestamptz + month * interval '3 months') FROM generate_series(0, 4) AS month`,
    `INSERT INTO audit_log (institution_id, recorded_at, actor, actor_id, operation, resource, resource_id, version_before, version_after, request_id)
     SELECT r.i, ${madeAt(year, audited)}, 'integration', uid('integration', r.m % 10)::text, 'lyceum.${service}.v1.SomeService/UpdateRecord', 'record',
       uid('record', r.m / 5), uid('before', r.n), uid('r', r.n), uid('request', r.n)::text
     FROM ${rowsOf(year, audited)}`,
    `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
     SELECT r.i, uid('integration', r.m % 10), uid('key', r.n)::text, md5('f' || r.n), decode(repeat(md5('a' || r.n), 16), 'hex'),
       uid('request', r.n)::text, ${since(size.keys, 1)}, ${since(size.keys, 1)} + interval '1 day'
     FROM ${rowsOf(year, size.keys)}`,
    `INSERT INTO outbox (id, institution_id, type, aggregate_id, request_id, actor_type, occurred_at, payload, published_at)
     SELECT uid('event', r.n), r.i, 'lyceum.${service}.v1.RecordUpdated', uid('record', r.m / 5)::text, uid('request', r.n)::text, 'system',
       ${since(size.outbox, 3)}, decode(repeat(md5('p' || r.n), 6), 'hex'), ${since(size.outbox, 3)}
     FROM ${rowsOf(year, size.outbox)} ORDER BY r.n`,
    `INSERT INTO inbox (consumer, event_id, handled_at)
     SELECT '${service}.consumer', uid('handled', r.n), ${since(size.inbox, 30)} FROM ${rowsOf(year, size.inbox)}`,
  ];
}
