import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { instant, sqlStatement, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { importedArchives } from '../archive/archive-tables.ts';
import type { Database } from '../database.ts';
import { standstills } from '../platform-tables.ts';
import { isLive } from './fence.ts';

/** What moving an institution to another installation does in the database of one service. */

/** The base address of the installation that an institution has moved to; undefined while it is here. */
export async function movedTo(db: Reader, institutionId: string): Promise<string | undefined> {
  return (await db.rows(MOVED_TO, { institutionId }))[0]?.movedTo;
}

interface Mark {
  readonly institutionId: string;
  /** The base address of the installation that has the institution from now on. */
  readonly to: string;
  /** When the freeze ends under which it was copied; null if it does not end by itself. */
  readonly until: string | null;
}

/** Says where a frozen institution has moved to. @returns false if it has not been frozen all the time */
export async function markMoved(db: Database, mark: Mark): Promise<boolean> {
  return (await db.transaction((tx) => tx.rows(MARK, mark), { of: 'nobody' })).length > 0;
}

/** Opens an institution that has moved, because it comes back. */
export async function unmarkMoved(db: Database, institutionId: string): Promise<void> {
  await db.transaction(async (tx) => tx.write(UNMARK, { institutionId }), { of: 'nobody' });
}

/** Whether the rows of an institution have come from another installation. */
export async function isImported(db: Reader, institutionId: string): Promise<boolean> {
  return (await db.rows(FIND_IMPORTED, { institutionId })).length > 0;
}

const KEY = { institutionId: uuid() };

const MOVED_TO = sqlStatement(standstills, 'moved_to', {
  parameters: KEY,
  result: { movedTo: text() },
  text: ({ institutionId }) => `SELECT s.moved_to AS "movedTo" FROM standstills s
   WHERE s.institution_id = ${institutionId} AND s.state = 'moved'`,
});

const FIND_IMPORTED = sqlStatement(importedArchives, 'find', {
  parameters: KEY,
  result: KEY,
  text: ({ institutionId }) =>
    `SELECT institution_id AS "institutionId" FROM imported_archives WHERE institution_id = ${institutionId}`,
});

const MARK = sqlStatement(standstills, 'mark_moved', {
  writes: true,
  parameters: { ...KEY, to: text(), until: instant().nullable() },
  result: KEY,
  text: (
    $,
  ) => `UPDATE standstills s SET state = 'moved', until = NULL, closed_at = clock_timestamp(), moved_to = ${$.to}
   WHERE s.institution_id = ${$.institutionId} AND s.state = 'frozen' AND s.is_settled
     AND s.until IS NOT DISTINCT FROM ${$.until} AND ${isLive('s')}
   RETURNING s.institution_id AS "institutionId"`,
});

const UNMARK = sqlStatement(standstills, 'unmark_moved', {
  writes: true,
  parameters: KEY,
  result: {},
  text: ({ institutionId }) =>
    `DELETE FROM standstills WHERE institution_id = ${institutionId} AND state = 'moved' AND deletes_at IS NULL`,
});
