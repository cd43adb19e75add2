import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { insertRow, instant, jsonb, removeExpired, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { identified, table } from '../../../platform/data/tables.ts';
import type { CalendarFile } from '../domain/calendar-file.ts';
import { refuse } from '../domain/refusals.ts';

/** Files with days, between the preview and the import. */
export const calendarImports = table('calendar_imports', {
  isOfTheMoment: true,
  columns: {
    ...identified,
    file: jsonb<CalendarFile>().says('nothing'),
    expiresAt: instant().says('nothing'),
  },
  indexes: {
    calendar_imports_by_expiry: { on: ['expiresAt'] },
    calendar_imports_latest: { on: ['institutionId', 'expiresAt', 'id'] },
  },
});

const KEPT_MS = 60 * 60 * 1_000;
/** An institution keeps its latest files, so that it does not fill the database. */
const MAX_OF_INSTITUTION = 20;

/** The id of a file, and the time in epoch milliseconds. */
interface Wanted {
  readonly id: string;
  readonly now: number;
}

/** Keeps a file for an hour. */
export function keepFile(
  tx: Tx,
  { institutionId }: TenantActor,
  { id, file, now }: Wanted & { readonly file: CalendarFile },
): void {
  tx.write(DROP_OLDEST, { institutionId });
  tx.write(INSERT, { institutionId, id, file, expiresAt: toInstantText(now + KEPT_MS) });
}

/** Refuses with CALENDAR_IMPORT_NOT_FOUND. */
export async function findFile(db: Reader, { institutionId }: TenantActor, { id, now }: Wanted): Promise<CalendarFile> {
  if (!isUuid(id)) refuse('CALENDAR_IMPORT_NOT_FOUND');
  const [row] = await db.rows(FIND, { institutionId, id, at: toInstantText(now) });
  return row?.file ?? refuse('CALENDAR_IMPORT_NOT_FOUND');
}

/** See the platform's Expiry. */
export const removeCalendarImports = removeExpired(calendarImports, 'expiresAt');

const INSERT = insertRow(calendarImports);

const FIND = sqlStatement(calendarImports, 'find', {
  parameters: { institutionId: uuid(), id: uuid(), at: instant() },
  result: { file: jsonb<CalendarFile>() },
  text: ($) => `SELECT file FROM calendar_imports
   WHERE institution_id = ${$.institutionId} AND id = ${$.id} AND expires_at > ${$.at}`,
});

const DROP_OLDEST = sqlStatement(calendarImports, 'drop_oldest', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ($) => `DELETE FROM calendar_imports WHERE institution_id = ${$.institutionId} AND id IN (
     SELECT id FROM calendar_imports WHERE institution_id = ${$.institutionId}
     ORDER BY expires_at DESC, id DESC OFFSET ${MAX_OF_INSTITUTION - 1})`,
});
