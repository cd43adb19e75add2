import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsOf,
  instant,
  integer,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { Database } from '../database.ts';
import { outbox, type Standstill, standstills } from '../platform-tables.ts';
import { isLive } from './fence.ts';

/** What the steps of a freeze and its end do in the database of one service. */

/** What a freeze changes of an institution's row. */
export type Frozen = Pick<Standstill, (typeof COLUMNS)[number]>;

/** The institutions that stand still at this moment. */
export function listStandstills(db: Reader): Promise<(Frozen & Pick<Standstill, 'deletesAt'>)[]> {
  return db.rows(LIST, {});
}

/**
 * Lets no write of an institution begin. Events that were published before still have their effect. Ends by itself
 * after two minutes, so that a freeze that is killed half way leaves nothing behind.
 * @returns its row before
 */
export function beginFreeze(db: Database, institutionId: string): Promise<Frozen | undefined> {
  return db.transaction(
    async (tx) => {
      const [before] = await tx.rows(FIND, { institutionId });
      tx.write(BEGIN, { institutionId });
      return before;
    },
    { of: 'nobody' },
  );
}

/** Lets nothing at all change a frozen institution. @param until instant text @returns whether it is still frozen */
export async function settleFreeze(db: Database, institutionId: string, until: string): Promise<boolean> {
  return (await db.transaction((tx) => tx.rows(SETTLE, { institutionId, until }), { of: 'nobody' })).length > 0;
}

/** Puts the row of an institution back to what it was before {@link beginFreeze}. */
export async function restore(db: Database, institutionId: string, before: Frozen | undefined): Promise<void> {
  if (before) await db.transaction(async (tx) => tx.write(WRITE, before), { of: 'nobody' });
  else await endFreeze(db, institutionId);
}

/** @returns whether the institution was frozen */
export async function endFreeze(db: Database, institutionId: string): Promise<boolean> {
  const ended = await db.transaction((tx) => tx.rows(END, { institutionId }), { of: 'nobody' });
  return ended.some(({ wasLive }) => wasLive);
}

/** The instant (RFC 3339) that is some minutes ahead, by the database's clock. */
export async function minutesAhead(db: Reader, minutes: number): Promise<string> {
  const [row] = await db.rows(AHEAD, { minutes });
  return row?.at ?? '';
}

/** How many events of an institution are not published yet. */
export async function countUnpublished(db: Reader, institutionId: string): Promise<number> {
  return (await db.rows(UNPUBLISHED, { institutionId }))[0]?.events ?? 0;
}

/**
 * The events of an institution in the last hour of a service's events, which its consumers may not have handled yet. A
 * consumer that is later than that handles them after the freeze.
 */
export async function* recentEvents(db: Reader, institutionId: string) {
  for (let after = 0; ; ) {
    const rows = await db.rows(RECENT, { institutionId, after, limit: PAGE });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.sequence;
  }
}

const PAGE = 5_000;
const COLUMNS = ['institutionId', 'state', 'until', 'isSettled'] as const;
const LISTED = [...COLUMNS, 'deletesAt'] as const;
const KEY = { institutionId: uuid() };

const LIST = sqlStatement(standstills, 'list', {
  parameters: {},
  result: typesOf(standstills, LISTED),
  text: () => `SELECT ${columnsOf(standstills, 's', LISTED)} FROM standstills s WHERE ${isLive('s')}`,
});

const FIND = sqlStatement(standstills, 'find', {
  parameters: KEY,
  result: typesOf(standstills, COLUMNS),
  text: ({ institutionId }) =>
    `SELECT ${columnsOf(standstills, 's', COLUMNS)} FROM standstills s WHERE s.institution_id = ${institutionId} AND ${isLive('s')}`,
});

const BEGIN = sqlStatement(standstills, 'begin', {
  writes: true,
  parameters: KEY,
  result: {},
  text: ({ institutionId }) => `INSERT INTO standstills AS s (institution_id, state, until, is_settled)
   VALUES (${institutionId}, 'frozen', clock_timestamp() + interval '2 minutes', false)
   ON CONFLICT (institution_id) DO UPDATE SET state = 'frozen', is_settled = s.is_settled AND (${isLive('s')}),
     until = CASE WHEN s.until IS NOT NULL THEN greatest(s.until, excluded.until) END
   WHERE s.state = 'frozen'`,
});

const SETTLE = sqlStatement(standstills, 'settle', {
  writes: true,
  parameters: { ...KEY, until: instant() },
  result: KEY,
  text: ({ institutionId, until }) => `UPDATE standstills s SET is_settled = true, until = ${until}
   WHERE s.institution_id = ${institutionId} AND s.state = 'frozen' AND ${isLive('s')}
   RETURNING s.institution_id AS "institutionId"`,
});

const WRITE = sqlStatement(standstills, 'write', {
  writes: true,
  parameters: typesOf(standstills, COLUMNS),
  result: {},
  text: ($) => `UPDATE standstills SET state = ${$.state}, until = ${$.until}, is_settled = ${$.isSettled}
   WHERE institution_id = ${$.institutionId}`,
});

const END = sqlStatement(standstills, 'end', {
  writes: true,
  parameters: KEY,
  result: { wasLive: standstills.columns.isSettled },
  text: ({
    institutionId,
  }) => `DELETE FROM standstills s WHERE s.institution_id = ${institutionId} AND s.state = 'frozen'
   RETURNING (${isLive('s')}) AS "wasLive"`,
});

const AHEAD = sqlStatement(null, 'minutes_ahead', {
  parameters: { minutes: integer() },
  result: { at: instant() },
  text: ({ minutes }) => `SELECT (clock_timestamp() + make_interval(mins => ${minutes}))::timestamptz(3) AS at`,
});

const UNPUBLISHED = sqlStatement(outbox, 'unpublished_of', {
  parameters: KEY,
  result: { events: integer() },
  text: ({ institutionId }) =>
    `SELECT count(*)::int AS events FROM outbox WHERE published_at IS NULL AND institution_id = ${institutionId}`,
});

// By the time of the last event: the service's clock need not be the database's.
const RECENT = sqlStatement(outbox, 'recent_of', {
  parameters: { ...KEY, after: bigint(), limit: bigint() },
  result: { sequence: bigint(), id: uuid(), type: text() },
  text: ($) => `SELECT o.sequence, o.id, o.type FROM outbox o
   WHERE o.institution_id = ${$.institutionId} AND o.sequence > ${$.after}
     AND o.occurred_at > (SELECT max(occurred_at) FROM outbox) - interval '1 hour'
   ORDER BY o.sequence LIMIT ${$.limit}`,
});
