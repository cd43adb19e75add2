import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  findBy,
  insertRow,
  insertRows,
  instant,
  nothing,
  plainText,
  type RowOf,
  sqlPointRead,
  sqlStatement,
  typesOf,
  updateRow,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import type { Closing } from '../domain/closed-month.ts';
import { CLOSING_LOCK } from './lock-members.ts';
import { closedMembers, closedMonths } from './tables.ts';

/** A closing, with instants as text. */
export type ClosedMonth = Omit<RowOf<typeof closedMonths>, 'institutionId'>;

interface Of {
  readonly institutionId: string;
}

/**
 * The latest closed month of a member that ends after an instant, or null. Under the member's lock, it is so until the
 * transaction ends.
 */
export async function findClosing(
  db: Reader,
  { institutionId }: Of,
  userId: string,
  after: number,
): Promise<Closing | null> {
  const row = await db.point(LATEST, { institutionId, userId, after: toInstantText(after) });
  return row && toClosing(row);
}

/** All closed months of members that end after an instant; members without one have no entry. */
export async function findClosings(
  db: Reader,
  { institutionId }: Of,
  userIds: readonly string[],
  after: number,
): Promise<ReadonlyMap<string, readonly Closing[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.rows(OF_MEMBERS, { institutionId, userIds: [...userIds], after: toInstantText(after) });
  return new Map(
    [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, all]) => [userId, all.map(toClosing)] as const),
  );
}

function toClosing({ startsAt, endsAt, month }: Pick<ClosedMonth, 'startsAt' | 'endsAt' | 'month'>): Closing {
  return { start: fromInstantText(startsAt), end: fromInstantText(endsAt), month };
}

/**
 * Waits for all writes of the institution's records that are under way, and keeps others waiting until the transaction
 * ends. Sent before the transaction reads.
 */
export function lockClosings(tx: Tx, { institutionId }: Of): void {
  tx.write(LOCK, { institutionId });
}

/** Whether the month is closed already: for everybody, or for the same user group. */
export async function isMonthClosed(
  db: Reader,
  { institutionId }: Of,
  { month, userGroupId }: Pick<ClosedMonth, 'month' | 'userGroupId'>,
): Promise<boolean> {
  return (await db.rows(SAME, { institutionId, month, userGroupId })).length > 0;
}

/** Writes a closing, and who belongs to its user group. */
export function insertClosing(tx: Tx, { institutionId }: Of, row: ClosedMonth): void {
  tx.write(INSERT, { institutionId, ...row });
}

/** Writes who belongs to the user group of a closing. */
export function insertMembers(tx: Tx, { institutionId }: Of, closingId: string, userIds: readonly string[]): void {
  tx.write(INSERT_MEMBERS, { institutionId, closingId, rows: userIds.map((userId) => ({ userId })) });
}

/** Writes how a closing ended. */
export function updateClosing(tx: Tx, { institutionId }: Of, row: ClosedMonth): void {
  tx.write(UPDATE, { institutionId, ...row });
}

/** The closing with an id. */
export async function findClosedMonth(db: Reader, { institutionId }: Of, id: string): Promise<ClosedMonth | null> {
  return isUuid(id) ? db.point(BY_ID, { institutionId, id }) : null;
}

/** Who belonged to the user group of a closing. */
export async function findMembers(db: Reader, { institutionId }: Of, closingId: string): Promise<readonly string[]> {
  return (await db.rows(MEMBERS, { institutionId, closingId })).map(({ userId }) => userId);
}

/** A page of closings, the newest first: one row more than it holds. */
export function listClosedMonths(db: Reader, { institutionId }: Of, before: Keyset): Promise<ClosedMonth[]> {
  return db.rows(NEWEST, { institutionId, ...before });
}

/** The latest month that is closed for everybody: `2026-10`. */
export async function findClosedThrough(db: Reader, { institutionId }: Of): Promise<string | null> {
  return (await db.rows(THROUGH, { institutionId }))[0]?.month ?? null;
}

const STATE = columnsBut(closedMonths, 'institutionId');
const RESULT = typesOf(closedMonths, STATE);
const SPAN = ['month', 'startsAt', 'endsAt'] as const;

/** The closed months of a member that end after an instant, in SQL. */
export const closedAfter = (institutionId: string, userId: string, after: string) => `
   FROM closed_months m WHERE m.institution_id = ${institutionId} AND m.ends_at > ${after} AND m.reopened_at IS NULL
     AND (m.user_group_id IS NULL OR EXISTS (SELECT FROM closed_members c
       WHERE c.institution_id = ${institutionId} AND c.closing_id = m.id AND c.user_id = ${userId}))`;

const LATEST = sqlPointRead(closedMonths, 'latest', {
  key: { institutionId: uuid(), userId: uuid(), after: instant() },
  result: typesOf(closedMonths, SPAN),
  text: `SELECT ${columnsOf(closedMonths, 'm', SPAN)} ${closedAfter('k.institution_id', 'k.user_id', 'k.after')}
   ORDER BY m.ends_at DESC`,
});

const OF_MEMBERS = sqlStatement(closedMonths, 'of_members', {
  parameters: { institutionId: uuid(), userIds: uuids(), after: instant() },
  result: { userId: uuid(), ...typesOf(closedMonths, SPAN) },
  text: ($) => `SELECT k.user_id AS "userId", found.* FROM unnest(${$.userIds}) AS k(user_id) CROSS JOIN LATERAL (
     SELECT ${columnsOf(closedMonths, 'm', SPAN)} ${closedAfter($.institutionId, 'k.user_id', $.after)}) AS found`,
});

const LOCK = sqlStatement(closedMonths, 'lock', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: { locked: nothing() },
  text: ($) => `SELECT pg_advisory_xact_lock(${CLOSING_LOCK(`${$.institutionId}::uuid::text`)}) AS locked`,
});

const SAME = sqlStatement(closedMonths, 'same', {
  parameters: { institutionId: uuid(), month: plainText(), userGroupId: uuid().nullable() },
  result: { id: uuid() },
  text: ($) => `SELECT m.id FROM closed_months m
   WHERE m.institution_id = ${$.institutionId} AND m.month = ${$.month} AND m.reopened_at IS NULL
     AND (m.user_group_id IS NULL OR m.user_group_id = ${$.userGroupId}) LIMIT 1`,
});

const INSERT = insertRow(closedMonths);
const INSERT_MEMBERS = insertRows(closedMembers, { shared: ['institutionId', 'closingId'] });
const UPDATE = updateRow(closedMonths);
const BY_ID = findBy(closedMonths, ['institutionId', 'id'], STATE);

const MEMBERS = sqlStatement(closedMembers, 'of_closing', {
  parameters: { institutionId: uuid(), closingId: uuid() },
  result: { userId: uuid() },
  text: ($) => `SELECT c.user_id AS "userId" FROM closed_members c
   WHERE c.institution_id = ${$.institutionId} AND c.closing_id = ${$.closingId} ORDER BY c.user_id`,
});

const NEWEST = sqlStatement(closedMonths, 'newest', {
  parameters: { ...POSITION, sort: instant() },
  result: RESULT,
  text: ($) => `SELECT ${columnsOf(closedMonths, 'm', STATE)} FROM closed_months m
   WHERE m.institution_id = ${$.institutionId} AND (m.closed_at, m.id) < (${$.sort}, ${$.id})
   ORDER BY m.closed_at DESC, m.id DESC LIMIT ${$.limit}`,
});

const THROUGH = sqlStatement(closedMonths, 'through', {
  parameters: { institutionId: uuid() },
  result: { month: plainText() },
  text: ({ institutionId }) => `SELECT m.month FROM closed_months m
   WHERE m.institution_id = ${institutionId} AND m.reopened_at IS NULL AND m.user_group_id IS NULL
   ORDER BY m.ends_at DESC LIMIT 1`,
});
