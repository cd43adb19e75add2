import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { boundedPage, pageHasMore } from '../../../platform/data/bounded-page.ts';
import { boolean, instant, integer, nothing, uuid, uuids } from '../../../platform/data/schema/column.ts';
import { findBy } from '../../../platform/data/statements/find-by.ts';
import { POSITION } from '../../../platform/data/statements/page-query.ts';
import {
  columnsBut,
  columnsOf,
  insertRows,
  typesOf,
  updateRow,
} from '../../../platform/data/statements/row-statements.ts';
import { sqlPointRead, sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader, Tx } from '../../../platform/data/tx.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { timeRecords } from './tables.ts';
import { toRecord, toRow } from './time-record-rows.ts';

/** The record of an id, session or log. */
export async function findRecord(db: Reader, actor: TenantActor, id: string): Promise<TimeRecord | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(BY_ID, { institutionId: actor.institutionId, id });
  return row && toRecord(row);
}

/** The member's open session: one at most, and the last record, since an open one has everything behind its start to itself. */
export async function findOpen(db: Reader, actor: TenantActor, userId: string): Promise<TimeRecord | null> {
  const last = await findLast(db, actor, userId);
  return last?.end === null ? last : null;
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
  const rows = await db.rows(LIST, { institutionId: actor.institutionId, userId, ...after, from, to });
  return { logs: rows.map(toRecord), hasMore: pageHasMore(rows) };
}

/** New records, all created at one instant: one statement, whatever their number. */
export function insertRecords(tx: Tx, actor: TenantActor, records: readonly TimeRecord[]): void {
  tx.write(INSERT, { institutionId: actor.institutionId, rows: records.map(toRow) });
}

/** Writes what of a record can change. */
export function updateRecord(tx: Tx, actor: TenantActor, record: TimeRecord): void {
  tx.write(UPDATE, { institutionId: actor.institutionId, ...toRow(record) });
}

/** The member's last record by start. */
export async function findLast(db: Reader, actor: TenantActor, userId: string): Promise<TimeRecord | null> {
  const row = await db.point(LAST, { institutionId: actor.institutionId, userId });
  return row && toRecord(row);
}

/**
 * Ends the transaction, and has the command begin again, where the member's last record is not the one that was read before, as it was read (null for none). Sent
 * behind the member's lock, so that it stays so until the commit.
 */
export function expectLast(tx: Tx, actor: TenantActor, userId: string, last: TimeRecord | null): void {
  tx.write(EXPECT, { institutionId: actor.institutionId, userId, revision: last?.revision ?? null });
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
  db: Reader,
  actor: TenantActor,
  claims: readonly Claim[],
  except: string | null = null,
): Promise<Map<number, TimeRecord>> {
  if (claims.length === 0) return new Map();
  const rows = await db.rows(CONFLICTS, {
    institutionId: actor.institutionId,
    userIds: claims.map(({ userId }) => userId),
    starts: claims.map(({ start }) => toInstantText(start)),
    ends: claims.map(({ end }) => (end === null ? 'infinity' : toInstantText(end))),
    except,
  });
  return new Map(rows.map((row) => [row.n - 1, toRecord(row)]));
}

const STATE = columnsBut(timeRecords, 'institutionId');
const COLUMNS = columnsOf(timeRecords, 'r', STATE);
const RESULT = typesOf(timeRecords, STATE);

const BY_ID = findBy(timeRecords, ['institutionId', 'id'], STATE);
/**
 * One look-up in the index for each member, whatever the planner knows: a join with the open records alone was planned as a walk through all of them where
 * there were few when the table was last analysed, as before the day begins.
 */
const LAST = sqlPointRead(timeRecords, 'last', {
  key: { institutionId: uuid(), userId: uuid() },
  result: RESULT,
  text: `SELECT ${COLUMNS} FROM time_records r
   WHERE r.institution_id = k.institution_id AND r.user_id = k.user_id
   ORDER BY r.start_time DESC LIMIT 1`,
});
const INSERT = insertRows(timeRecords, { shared: ['institutionId'] });
const UPDATE = updateRow(timeRecords, { keep: ['userId', 'source', 'createdAt'] });

/**
 * Records of a member follow one another: none before the last one that starts by `from` ends after it. The walk begins there, so that a page of the last days
 * does not pass all logs of the years before.
 */
const LIST = sqlStatement(timeRecords, 'list', {
  parameters: { ...POSITION, sort: instant(), userId: uuid(), from: instant(), to: instant() },
  result: { ...RESULT, hasNext: boolean() },
  text: ($) =>
    boundedPage({
      columns: COLUMNS,
      alias: 'r',
      rows: `SELECT * FROM time_records
      WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId} AND (start_time, id) > (${$.sort}, ${$.id})
        AND start_time >= coalesce(
          (SELECT f.start_time FROM time_records f
           WHERE f.institution_id = ${$.institutionId} AND f.user_id = ${$.userId} AND f.start_time <= ${$.from}
           ORDER BY f.start_time DESC LIMIT 1), '-infinity')
        AND end_time > ${$.from} AND start_time < ${$.to} AND ${$.from}::timestamptz < ${$.to}::timestamptz
      ORDER BY start_time, id LIMIT ${$.limit}`,
      order: 'r.start_time, r.id',
      bytes:
        '700 + 80 * jsonb_array_length(r.pauses) + octet_length(r.timestamps::text) + coalesce(octet_length(r.note), 0)',
      limit: $.limit,
    }),
});

const CONFLICTS = sqlStatement(timeRecords, 'conflicts', {
  parameters: {
    institutionId: uuid(),
    userIds: uuids(),
    starts: instant().array(),
    ends: instant().array(),
    except: uuid().nullable(),
  },
  result: { n: integer(), ...RESULT },
  text: ($) => `SELECT k.n::integer, ${COLUMNS}
   FROM unnest(${$.userIds}, ${$.starts}, ${$.ends}) WITH ORDINALITY AS k(user_id, start_time, end_time, n)
   CROSS JOIN LATERAL (
     SELECT * FROM (
       (SELECT * FROM time_records
        WHERE institution_id = ${$.institutionId} AND user_id = k.user_id AND start_time <= k.start_time
          AND id IS DISTINCT FROM ${$.except}
        ORDER BY start_time DESC LIMIT 1)
       UNION ALL
       (SELECT * FROM time_records
        WHERE institution_id = ${$.institutionId} AND user_id = k.user_id AND start_time > k.start_time AND start_time < k.end_time
          AND id IS DISTINCT FROM ${$.except}
        ORDER BY start_time LIMIT 1)
     ) near
     WHERE end_time IS NULL OR end_time > k.start_time
     ORDER BY start_time LIMIT 1
   ) r`,
});

const EXPECT = sqlStatement(timeRecords, 'expect', {
  parameters: { institutionId: uuid(), userId: uuid(), revision: uuid().nullable() },
  result: { refuse_stale_write: nothing() },
  text: ($) => `SELECT refuse_stale_write()
   WHERE (SELECT revision FROM time_records WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId}
     ORDER BY start_time DESC LIMIT 1) IS DISTINCT FROM ${$.revision}`,
});
