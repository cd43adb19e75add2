import type { TenantActor } from '../../chassis/actor.ts';
import { boundedPage, type PageRow, pageHasMore } from '../../chassis/db/bounded-page.ts';
import { pointRead, type Reader, statement, type Tx } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import { toInstantText } from '../../chassis/instant.ts';
import type { Keyset } from '../../chassis/paging.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { COLUMNS, changeableValues, type TimeRecordRow, toRecord } from './time-record-rows.ts';

/** The record of an id, session or log. */
export async function findRecord(db: Reader, actor: TenantActor, id: string): Promise<TimeRecord | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(BY_ID, [actor.institutionId, id]);
  return row && toRecord(row);
}

/** The member's open session: one at most. */
export async function findOpen(db: Reader, actor: TenantActor, userId: string): Promise<TimeRecord | null> {
  const row = await db.point(OPEN, [actor.institutionId, userId]);
  return row && toRecord(row);
}

/**
 * A page of the member's logs behind a position, by start: bounded in bytes, too.
 * @param from only those that end after it; instant text, `-infinity` for all
 * @param to only those that start before it; instant text, `infinity` for all
 */
export async function listLogs(
  db: Reader,
  actor: TenantActor,
  userId: string,
  after: Keyset,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly logs: readonly TimeRecord[]; readonly hasMore: boolean }> {
  const rows = await db.rows<TimeRecordRow & PageRow>(LIST, [
    actor.institutionId,
    userId,
    after.sort,
    after.id,
    after.limit,
    from,
    to,
  ]);
  return { logs: rows.map(toRecord), hasMore: pageHasMore(rows) };
}

/** New records, all created at one instant: one statement, whatever their number. */
export function insertRecords(tx: Tx, actor: TenantActor, records: readonly TimeRecord[]): void {
  if (records.length === 0) return;
  const rows = records.map((record) => [record.id, record.userId, record.source, ...changeableValues(record)]);
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? null));
  tx.write(INSERT, [actor.institutionId, ...columns]);
}

/** Writes what of a record can change. */
export function updateRecord(tx: Tx, actor: TenantActor, record: TimeRecord): void {
  tx.write(UPDATE, [actor.institutionId, record.id, ...changeableValues(record)]);
}

/** An interval of a member that may be taken: epoch milliseconds. */
export interface Claim {
  readonly userId: string;
  readonly start: number;
  /** Null for infinity. */
  readonly end: number | null;
}

/**
 * The earliest record by start that overlaps each interval, by the interval's index. Records of a member follow one another, so that it is the last one that
 * starts before the interval, or else the first one within: two look-ups in the index for each.
 * @param except a record that is in nobody's way
 */
export async function findConflicts(
  tx: Tx,
  actor: TenantActor,
  claims: readonly Claim[],
  except: string | null = null,
): Promise<Map<number, TimeRecord>> {
  if (claims.length === 0) return new Map();
  const rows = await tx.rows<TimeRecordRow & { n: number }>(CONFLICTS, [
    actor.institutionId,
    claims.map(({ userId }) => userId),
    claims.map(({ start }) => toInstantText(start)),
    claims.map(({ end }) => (end === null ? 'infinity' : toInstantText(end))),
    except,
  ]);
  return new Map(rows.map((row) => [row.n - 1, toRecord(row)]));
}

const BY_ID = pointRead<TimeRecordRow>(
  'time_records_by_id',
  `SELECT k.n, ${COLUMNS}
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   JOIN time_records r ON r.institution_id = k.institution_id AND r.id = k.id`,
);

const OPEN = pointRead<TimeRecordRow>(
  'time_records_open',
  `SELECT k.n, ${COLUMNS}
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, user_id, n)
   JOIN time_records r ON r.institution_id = k.institution_id AND r.user_id = k.user_id AND r.end_time IS NULL`,
);

const LIST = statement(
  'time_records_list',
  boundedPage({
    columns: COLUMNS,
    alias: 'r',
    rows: `SELECT * FROM time_records
      WHERE institution_id = $1 AND user_id = $2 AND (start_time, id) > ($3, $4) AND end_time > $6 AND start_time < $7
        AND $6::timestamptz < $7::timestamptz
      ORDER BY start_time, id LIMIT $5`,
    order: 'r.start_time, r.id',
    bytes:
      '700 + 80 * jsonb_array_length(r.pauses) + octet_length(r.timestamps::text) + coalesce(octet_length(r.note), 0)',
    limit: '$5',
  }),
);

const CONFLICTS = statement(
  'time_records_conflicts',
  `SELECT k.n::integer, ${COLUMNS}
   FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY AS k(user_id, start_time, end_time, n)
   CROSS JOIN LATERAL (
     SELECT * FROM (
       (SELECT * FROM time_records
        WHERE institution_id = $1 AND user_id = k.user_id AND start_time <= k.start_time AND id IS DISTINCT FROM $5
        ORDER BY start_time DESC LIMIT 1)
       UNION ALL
       (SELECT * FROM time_records
        WHERE institution_id = $1 AND user_id = k.user_id AND start_time > k.start_time AND start_time < k.end_time
          AND id IS DISTINCT FROM $5
        ORDER BY start_time LIMIT 1)
     ) near
     WHERE end_time IS NULL OR end_time > k.start_time
     ORDER BY start_time LIMIT 1
   ) r`,
);

const INSERT = statement(
  'time_records_insert',
  `INSERT INTO time_records (institution_id, id, user_id, source, start_time, end_time, last_event_at, pauses, timestamps, note, auto_closed,
     revision, updated_at, created_at)
   SELECT $1, v.*, v.updated_at
   FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[], $8::jsonb[], $9::jsonb[],
     $10::text[], $11::boolean[], $12::uuid[], $13::timestamptz[])
     AS v(id, user_id, source, start_time, end_time, last_event_at, pauses, timestamps, note, auto_closed, revision, updated_at)`,
);

const UPDATE = statement(
  'time_records_update',
  `UPDATE time_records SET start_time = $3, end_time = $4, last_event_at = $5, pauses = $6, timestamps = $7, note = $8, auto_closed = $9,
     revision = $10, updated_at = $11
   WHERE institution_id = $1 AND id = $2`,
);
