import type { Prepared, Reader } from '../../../libraries/pg-batch/index.ts';
import { columnsOf, instant, integer, sqlStatement, text, typesOf, uuid } from '../../../libraries/typed-sql/index.ts';
import type { Database } from '../database.ts';
import { type Standstill, standstills } from '../platform-tables.ts';
import { isLive } from './fence.ts';

/**
 * What closing an institution, reopening and deleting it do in the database of one service. No service asks another:
 * each row is all that its own service has to know, so that the deletion goes on whoever is away.
 */

/** The row of an institution, also one that does not count yet, or any more. */
export async function findStandstill(db: Reader, institutionId: string): Promise<Standstill | undefined> {
  return (await db.rows(FIND, { institutionId }))[0];
}

/** Whether an institution counts as unknown to all who would use it. */
export async function isClosedNow(db: Reader, { institutionId }: Pick<Standstill, 'institutionId'>): Promise<boolean> {
  return (await db.rows(IS_CLOSED, { institutionId })).length > 0;
}

/** All rows, for the state of an installation. */
export function listAllStandstills(db: Reader): Promise<Standstill[]> {
  return db.rows(LIST_ALL, {});
}

/** Announces that an institution closes. @param closesAt instant text, ahead @returns whether it can: it is not frozen */
export async function announceClosing(db: Database, institutionId: string, closesAt: string): Promise<boolean> {
  return changed(db, ANNOUNCE, { institutionId, closesAt });
}

/** Takes an announcement back. */
export async function withdrawClosing(db: Database, institutionId: string): Promise<boolean> {
  return changed(db, WITHDRAW, { institutionId });
}

/** Closes a frozen institution. @param closedAt instant text @returns whether it is closed now */
export async function closeFrozen(db: Database, institutionId: string, closedAt: string): Promise<boolean> {
  return changed(db, CLOSE, { institutionId, closedAt });
}

/** Says when the deletion begins by itself: once the institution is closed in all databases. */
export async function planDeletion(db: Database, institutionId: string, days: number): Promise<boolean> {
  return changed(db, PLAN, { institutionId, days });
}

/** Lets no deletion begin by itself any more. @returns false if it may have begun, or it is too late */
export async function cancelDeletion(db: Database, institutionId: string): Promise<boolean> {
  return changed(db, CANCEL, { institutionId });
}

/** Opens a closed institution of which no deletion can begin any more. */
export async function openClosed(db: Database, institutionId: string): Promise<boolean> {
  return changed(db, OPEN, { institutionId });
}

/**
 * Notes that an archive of a closed institution was compared with it, and has all of it: only then the deletion begins
 * by itself.
 * @param archive with `closedAt`: when the institution was closed that was compared
 * @returns false if it has been opened since
 */
export async function noteVerifiedArchive(
  db: Database,
  archive: { readonly institutionId: string; readonly digest: string; readonly closedAt: string },
): Promise<boolean> {
  return changed(db, NOTE_ARCHIVE, archive);
}

/** Begins the deletion of a closed institution, by an operator's word. @returns false if it is neither closed nor begun */
export async function beginDeletion(db: Database, institutionId: string): Promise<boolean> {
  return changed(db, BEGIN, { institutionId });
}

/** The deletions that are not done, and those whose time has come, which begin with this. */
export async function dueDeletions(db: Database): Promise<string[]> {
  const due = await db.rows(DUE, {});
  for (const { institutionId, state } of due) if (state !== 'deleting') await beginDeletion(db, institutionId);
  return due.map(({ institutionId }) => institutionId);
}

async function changed<Values>(db: Database, statement: Prepared<Values, object>, values: Values): Promise<boolean> {
  return (await db.transaction((tx) => tx.rows(statement, values), { of: 'nobody' })).length > 0;
}

const COLUMNS = Object.keys(standstills.columns) as (keyof Standstill)[];
const KEY = { institutionId: uuid() };
const NOW = 'clock_timestamp()';

const FIND = sqlStatement(standstills, 'find_any', {
  parameters: KEY,
  result: typesOf(standstills, COLUMNS),
  text: ({ institutionId }) =>
    `SELECT ${columnsOf(standstills, 's', COLUMNS)} FROM standstills s WHERE s.institution_id = ${institutionId}`,
});

const IS_CLOSED = sqlStatement(standstills, 'is_closed', {
  parameters: KEY,
  result: KEY,
  text: ({ institutionId }) => `SELECT s.institution_id AS "institutionId" FROM standstills s
   WHERE s.institution_id = ${institutionId} AND s.state <> 'frozen' AND ${isLive('s')}`,
});

const LIST_ALL = sqlStatement(standstills, 'list_all', {
  parameters: {},
  result: typesOf(standstills, COLUMNS),
  text: () => `SELECT ${columnsOf(standstills, 's', COLUMNS)} FROM standstills s ORDER BY s.institution_id`,
});

const ANNOUNCE = sqlStatement(standstills, 'announce', {
  writes: true,
  parameters: { ...KEY, closesAt: instant() },
  result: KEY,
  text: ($) => `INSERT INTO standstills AS s (institution_id, state, is_settled, closed_at)
   VALUES (${$.institutionId}, 'closed', false, ${$.closesAt})
   ON CONFLICT (institution_id) DO UPDATE SET state = 'closed', until = NULL, is_settled = false,
     closed_at = excluded.closed_at, deletes_at = NULL
   WHERE s.closed_at > ${NOW} OR s.until <= ${NOW}
   RETURNING s.institution_id AS "institutionId"`,
});

const WITHDRAW = sqlStatement(standstills, 'withdraw', {
  writes: true,
  parameters: KEY,
  result: KEY,
  text: ({ institutionId }) => `DELETE FROM standstills s
   WHERE s.institution_id = ${institutionId} AND s.state = 'closed' AND s.closed_at > ${NOW}
   RETURNING s.institution_id AS "institutionId"`,
});

// By a clock that is behind, an instant of another would be ahead, and would not count yet.
const CLOSE = sqlStatement(standstills, 'close', {
  writes: true,
  parameters: { ...KEY, closedAt: instant() },
  result: KEY,
  text: ($) => `UPDATE standstills s SET state = 'closed', until = NULL, is_settled = true,
     closed_at = least(${$.closedAt}, ${NOW}), deletes_at = NULL
   WHERE s.institution_id = ${$.institutionId} AND s.state IN ('frozen', 'closed')
   RETURNING s.institution_id AS "institutionId"`,
});

const PLAN = sqlStatement(standstills, 'plan_deletion', {
  writes: true,
  parameters: { ...KEY, days: integer() },
  result: KEY,
  text: ($) => `UPDATE standstills s SET deletes_at = s.closed_at + make_interval(days => ${$.days})
   WHERE s.institution_id = ${$.institutionId} AND s.state IN ('closed', 'moved') RETURNING s.institution_id AS "institutionId"`,
});

const CANCEL = sqlStatement(standstills, 'cancel_deletion', {
  writes: true,
  parameters: KEY,
  result: KEY,
  text: ({ institutionId }) => `UPDATE standstills s SET deletes_at = NULL
   WHERE s.institution_id = ${institutionId} AND s.state = 'closed' AND coalesce(s.deletes_at > ${NOW}, true)
   RETURNING s.institution_id AS "institutionId"`,
});

const OPEN = sqlStatement(standstills, 'open', {
  writes: true,
  parameters: KEY,
  result: KEY,
  text: ({ institutionId }) => `DELETE FROM standstills s
   WHERE s.institution_id = ${institutionId} AND s.state = 'closed' AND s.deletes_at IS NULL
   RETURNING s.institution_id AS "institutionId"`,
});

const NOTE_ARCHIVE = sqlStatement(standstills, 'note_archive', {
  writes: true,
  parameters: { ...KEY, digest: text(), closedAt: instant() },
  result: KEY,
  text: ($) => `UPDATE standstills s SET archive_digest = ${$.digest}, archive_verified_at = ${NOW}
   WHERE s.institution_id = ${$.institutionId} AND s.state IN ('closed', 'moved') AND s.closed_at = ${$.closedAt}
   RETURNING s.institution_id AS "institutionId"`,
});

const BEGIN = sqlStatement(standstills, 'begin_deletion', {
  writes: true,
  parameters: KEY,
  result: KEY,
  text: ({ institutionId }) => `UPDATE standstills s SET state = 'deleting', is_settled = true,
     deleting_since = coalesce(s.deleting_since, ${NOW}), deleted_rows = coalesce(s.deleted_rows, '{}')
   WHERE s.institution_id = ${institutionId}
     AND (s.state = 'deleting' OR s.state IN ('closed', 'moved') AND s.closed_at <= ${NOW})
   RETURNING s.institution_id AS "institutionId"`,
});

const DUE = sqlStatement(standstills, 'due_deletions', {
  parameters: {},
  result: typesOf(standstills, ['institutionId', 'state']),
  text: () => `SELECT s.institution_id AS "institutionId", s.state FROM standstills s
   WHERE s.state = 'deleting' AND s.deleted_at IS NULL
     OR s.state IN ('closed', 'moved') AND s.deletes_at <= ${NOW} AND s.archive_verified_at IS NOT NULL
   ORDER BY s.institution_id`,
});
