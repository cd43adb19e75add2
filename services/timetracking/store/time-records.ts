import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  boundedPage,
  columnsBut,
  columnsOf,
  findBy,
  insertRows,
  instant,
  integer,
  nothing,
  pageHasMore,
  sqlPointRead,
  sqlStatement,
  typesOf,
  updateRow,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { PAGE_BYTES } from '../../../platform/core/paging.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import type { Permitted } from '../domain/closed-month.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { closedAfter } from './closed-months.ts';
import { timeRecords } from './tables.ts';
import { toRecord, toRow } from './time-record-rows.ts';

/** The record with an id, session or log. */
export async function findRecord(db: Reader, actor: TenantActor, id: string): Promise<TimeRecord | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(BY_ID, { institutionId: actor.institutionId, id });
  return row && toRecord(row);
}

/**
 * The member's open session: at most one, and the last record, since an open one occupies everything after its start.
 */
export async function findOpen(
  db: Reader,
  actor: Pick<TenantActor, 'institutionId'>,
  userId: string,
): Promise<TimeRecord | null> {
  const last = await findLast(db, actor, userId);
  return last?.end === null ? last : null;
}

/**
 * A page of the member's logs after a position, by start; bounded in bytes, too.
 * @param from only logs that end after it; instant text, `-infinity` for all
 * @param to only logs that start before it; instant text, `infinity` for all
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

/** Inserts new records, all created at one instant: one statement, regardless of their number. */
export function insertRecords(tx: Tx, actor: TenantActor, records: readonly Permitted[]): void {
  tx.write(INSERT, { institutionId: actor.institutionId, rows: records.map(toRow) });
}

/** Writes the columns of a record that can change. */
export function updateRecord(tx: Tx, actor: TenantActor, record: Permitted): void {
  tx.write(UPDATE, { institutionId: actor.institutionId, ...toRow(record) });
}

/** The member's last record by start. @param by only of those that begin by then; instant text */
export async function findLast(
  db: Reader,
  actor: Pick<TenantActor, 'institutionId'>,
  userId: string,
  by = 'infinity',
): Promise<TimeRecord | null> {
  const row = await db.point(LAST, { institutionId: actor.institutionId, userId, by });
  return row && toRecord(row);
}

/** What a punch has read of a member before its transaction. */
interface Seen {
  /** The member's last record; null for none. */
  readonly last: TimeRecord | null;
  /** When the punch is: epoch milliseconds. No closed month of the member ended later. */
  readonly at: number;
}

/**
 * Ends the transaction and restarts the command unless the member's last record is still the one read before, and no
 * month that ends after the punch was closed. Sent after the member's lock, so that the result holds until the commit.
 */
export function expectLast(tx: Tx, actor: TenantActor, userId: string, { last, at }: Seen): void {
  const { institutionId } = actor;
  tx.write(EXPECT, { institutionId, userId, revision: last?.revision ?? null, at: toInstantText(at) });
}

/** An interval that a request claims for a member, in epoch milliseconds. */
export interface Claim {
  readonly userId: string;
  readonly start: number;
  /** Null for infinity. */
  readonly end: number | null;
}

/**
 * The earliest record by start that overlaps each interval, by the interval's index. A member's records do not overlap,
 * so it is the last one that starts before the interval, or else the first one within: two index look-ups each.
 * @param except the id of a record to ignore
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

/** No record has it; every id sorts after it. */
export const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * The last record of a member that starts at or before an instant, or no row. Ordered by the index on members and
 * starts, comparing neighbours: given an equal member and an order by start, a generic plan uses the index of the
 * exclusion constraint, and reads and sorts the member's whole history.
 * @param condition on the record, in addition to these
 */
export const lastBy = (institutionId: string, userId: string, at: string, condition = '') => `(SELECT * FROM (
     SELECT * FROM time_records
     WHERE institution_id = ${institutionId} AND (user_id, start_time) <= (${userId}, ${at})${condition}
     ORDER BY user_id DESC, start_time DESC LIMIT 1) AS last
   WHERE user_id = ${userId})`;

const BY_ID = findBy(timeRecords, ['institutionId', 'id'], STATE);
/**
 * One index look-up per member, regardless of the planner's statistics: a join with the open records alone was planned
 * as a scan of all of them if there were few at the last ANALYZE, as before the day begins.
 */
const LAST = sqlPointRead(timeRecords, 'last', {
  key: { institutionId: uuid(), userId: uuid(), by: instant() },
  result: RESULT,
  text: `SELECT ${COLUMNS} FROM ${lastBy('k.institution_id', 'k.user_id', 'k.by')} AS r`,
});
const INSERT = insertRows(timeRecords, { shared: ['institutionId'] });
const UPDATE = updateRow(timeRecords, { keep: ['userId', 'source', 'createdAt'] });

/**
 * A member's records do not overlap: none before the last one that starts by `from` ends after it. The scan starts
 * there, so that a page of the last days does not read the logs of the years before.
 */
const LIST = sqlStatement(timeRecords, 'list', {
  parameters: { ...POSITION, sort: instant(), userId: uuid(), from: instant(), to: instant() },
  result: { ...RESULT, hasNext: boolean() },
  text: ($) =>
    boundedPage({
      columns: COLUMNS,
      alias: 'r',
      rows: `SELECT t.* FROM (
        SELECT coalesce((SELECT start_time FROM ${lastBy($.institutionId, $.userId, $.from)} AS b), '-infinity') AS start_time
      ) AS first CROSS JOIN LATERAL (
        SELECT * FROM time_records
        WHERE institution_id = ${$.institutionId} AND (user_id, start_time) < (${$.userId}, ${$.to})
          AND (user_id, start_time, id) > (${$.userId}, greatest(first.start_time, ${$.sort}),
            CASE WHEN first.start_time > ${$.sort} THEN '${NIL}'::uuid ELSE ${$.id} END)
          AND end_time > ${$.from} AND ${$.from}::timestamptz < ${$.to}::timestamptz
        ORDER BY user_id, start_time, id LIMIT ${$.limit}) AS t`,
      order: 'r.start_time, r.id',
      maxBytes: PAGE_BYTES,
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
       ${lastBy($.institutionId, 'k.user_id', 'k.start_time', ` AND id IS DISTINCT FROM ${$.except}`)}
       UNION ALL
       (SELECT * FROM time_records
        WHERE institution_id = ${$.institutionId} AND (user_id, start_time) > (k.user_id, k.start_time)
          AND (user_id, start_time) < (k.user_id, k.end_time) AND id IS DISTINCT FROM ${$.except}
        ORDER BY user_id, start_time LIMIT 1)
     ) near
     WHERE end_time IS NULL OR end_time > k.start_time
     ORDER BY start_time LIMIT 1
   ) r`,
});

const EXPECT = sqlStatement(timeRecords, 'expect', {
  parameters: { institutionId: uuid(), userId: uuid(), revision: uuid().nullable(), at: instant() },
  result: { refuse_stale_write: nothing() },
  text: ($) => `SELECT refuse_stale_write()
   WHERE (SELECT revision FROM ${lastBy($.institutionId, $.userId, "'infinity'")} AS l) IS DISTINCT FROM ${$.revision}
     OR EXISTS (SELECT ${closedAfter($.institutionId, $.userId, $.at)})`,
});
