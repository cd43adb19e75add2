import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsBut,
  columnsOf,
  findBy,
  instant,
  listsOf,
  type RowOf,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { standsStill } from '../../../platform/data/standstill/fence.ts';
import { type ErasureObstacle, erasures, users } from './tables.ts';

type Row = RowOf<typeof erasures>;
type Key = Pick<Row, 'institutionId' | 'userId'>;

/** The erasure of a user: planned, going on or done. */
export async function findErasure(
  db: Reader,
  { institutionId }: Pick<TenantActor, 'institutionId'>,
  userId: string,
): Promise<Row | null> {
  const found = isUuid(userId) ? await db.point(FIND, { institutionId, userId }) : null;
  return found?.endedAt === null ? found : null;
}

/** The latest plans that have ended, after an instant, without an erasure. */
export function endedErasures(db: Reader, { institutionId }: Pick<TenantActor, 'institutionId'>, since: string) {
  return db.rows(ENDED, { institutionId, since, limit: LATEST });
}

/** Plans an erasure, or plans it anew. The user's row is locked. */
export function planErasure(tx: Tx, plan: Omit<Row, 'erasedAt' | 'sequence' | 'isDone' | 'endedAt' | 'endedBy'>): void {
  tx.write(PLAN, plan);
}

/** Takes a plan back, or what is known of one that has ended. @returns whether there was one that had not begun */
export async function takeBack(tx: Tx, key: Key): Promise<boolean> {
  return (await tx.rows(TAKE_BACK, key)).some(({ endedAt }) => endedAt === null);
}

/** Ends a plan, made before an instant, without an erasure. */
export function endPlan(tx: Tx, plan: Key & { readonly at: string; readonly endedBy: ErasureObstacle }): void {
  tx.write(END, plan);
}

/** Some plans whose time has come, by the service's clock, but those of institutions that stand still. */
export function dueErasures(db: Reader, at: string): Promise<Key[]> {
  return db.rows(DUE, { at, limit: PAGE });
}

/** A plan that has not begun, locked until the transaction ends. */
export async function lockPlan(tx: Tx, key: Key): Promise<Row | undefined> {
  return (await tx.rows(LOCK_PLAN, key))[0];
}

/** Notes that an erasure is in the journal. */
export function noteBegun(tx: Tx, begun: Key & { readonly erasedAt: string; readonly sequence: number }): void {
  tx.write(NOTE_BEGUN, begun);
}

/** Notes that directory has forgotten the person. */
export function noteDone(tx: Tx, key: Key): void {
  tx.write(NOTE_DONE, key);
}

const PAGE = 100;
const LATEST = 20;
const IS_PLANNED = 'erased_at IS NULL AND ended_at IS NULL';
const COLUMNS = columnsBut(erasures);
const KEY = { institutionId: uuid(), userId: uuid() };
const IS_OF = ($: { readonly institutionId: string; readonly userId: string }) =>
  `institution_id = ${$.institutionId} AND user_id = ${$.userId}`;

const FIND = findBy(erasures, ['institutionId', 'userId'], COLUMNS);

const PLAN = sqlStatement(erasures, 'plan', {
  writes: true,
  parameters: typesOf(erasures, columnsBut(erasures, 'erasedAt', 'sequence', 'isDone', 'endedAt', 'endedBy')),
  result: {},
  text: ($) => {
    const { columns, values } = listsOf(erasures, { ...$, isDone: 'false' });
    return `INSERT INTO erasures AS e (${columns}) VALUES (${values})
     ON CONFLICT (institution_id, user_id) DO UPDATE SET with_hours = excluded.with_hours,
       planned_at = excluded.planned_at, due_at = excluded.due_at, actor_type = excluded.actor_type, actor_id = excluded.actor_id,
       ended_at = NULL, ended_by = NULL
     WHERE e.erased_at IS NULL`;
  },
});

const TAKE_BACK = sqlStatement(erasures, 'take_back', {
  writes: true,
  parameters: KEY,
  result: typesOf(erasures, ['endedAt'] as const),
  text: ($) => `DELETE FROM erasures WHERE ${IS_OF($)} AND erased_at IS NULL RETURNING ended_at AS "endedAt"`,
});

const END = sqlStatement(erasures, 'end', {
  writes: true,
  parameters: { ...KEY, at: instant(), endedBy: text() },
  result: {},
  text: ($) => `UPDATE erasures SET ended_at = ${$.at}, ended_by = ${$.endedBy}
   WHERE ${IS_OF($)} AND ${IS_PLANNED} AND planned_at <= ${$.at}`,
});

const ENDED = sqlStatement(erasures, 'ended', {
  parameters: { institutionId: uuid(), since: instant(), limit: bigint() },
  result: { ...typesOf(erasures, ['userId', 'endedAt', 'endedBy'] as const), ...typesOf(users, ['name'] as const) },
  text: ($) => `SELECT e.user_id AS "userId", e.ended_at AS "endedAt", e.ended_by AS "endedBy", u.name
   FROM erasures e JOIN users u ON u.institution_id = e.institution_id AND u.id = e.user_id
   WHERE e.institution_id = ${$.institutionId} AND e.ended_at > ${$.since}
   ORDER BY e.ended_at DESC LIMIT ${$.limit}`,
});

const DUE = sqlStatement(erasures, 'due', {
  parameters: { at: instant(), limit: bigint() },
  result: KEY,
  text: ($) => `SELECT e.institution_id AS "institutionId", e.user_id AS "userId" FROM erasures e
   WHERE e.erased_at IS NULL AND e.ended_at IS NULL AND e.due_at <= ${$.at}
     AND NOT ${standsStill('e.institution_id')} ORDER BY e.due_at LIMIT ${$.limit}`,
});

const LOCK_PLAN = sqlStatement(erasures, 'lock_plan', {
  writes: true,
  parameters: KEY,
  result: typesOf(erasures, COLUMNS),
  text: ($) =>
    `SELECT ${columnsOf(erasures, 'e', COLUMNS)} FROM erasures e WHERE ${IS_OF($)} AND ${IS_PLANNED} FOR NO KEY UPDATE`,
});

const NOTE_BEGUN = sqlStatement(erasures, 'note_begun', {
  writes: true,
  parameters: typesOf(erasures, ['institutionId', 'userId', 'erasedAt', 'sequence'] as const),
  result: {},
  text: ($) => `UPDATE erasures SET erased_at = ${$.erasedAt}, sequence = ${$.sequence} WHERE ${IS_OF($)}`,
});

const NOTE_DONE = sqlStatement(erasures, 'note_done', {
  writes: true,
  parameters: KEY,
  result: {},
  text: ($) => `UPDATE erasures SET is_done = true WHERE ${IS_OF($)}`,
});
