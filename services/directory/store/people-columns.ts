import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { instant, plainText, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { table } from '../../../platform/data/tables.ts';

/** What names of columns mean in an institution's files with people. */
export const peopleColumns = table('people_columns', {
  columns: {
    institutionId: uuid().says('nothing'),
    /** As `headerKey` has it. */
    header: plainText().says('nothing'),
    /** A column of people; empty to leave it out. */
    columnName: plainText().says('nothing'),
    notedAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId', 'header'],
});

/** The latest of an institution, far more than its files have columns. */
const MAX_REMEMBERED = 500;

/** The meanings by header. */
export async function findPeopleColumns(
  db: Reader,
  { institutionId }: TenantActor,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows(FIND, { institutionId });
  return new Map(rows.map(({ header, columnName }) => [header, columnName]));
}

/** Remembers meanings, in place of what the headers have meant. @param at instant text */
export function rememberPeopleColumns(
  tx: Tx,
  { institutionId }: TenantActor,
  columns: ReadonlyMap<string, string>,
  at: string,
): void {
  tx.write(REMEMBER, { institutionId, headers: [...columns.keys()], columnNames: [...columns.values()], at });
  tx.write(DROP_OLDEST, { institutionId });
}

const FIND = sqlStatement(peopleColumns, 'find', {
  parameters: { institutionId: uuid() },
  result: { header: plainText(), columnName: plainText() },
  text: ($) => `SELECT header, column_name AS "columnName" FROM people_columns
   WHERE institution_id = ${$.institutionId}`,
});

const REMEMBER = sqlStatement(peopleColumns, 'remember', {
  writes: true,
  parameters: { institutionId: uuid(), headers: plainText().array(), columnNames: plainText().array(), at: instant() },
  result: {},
  // In one order, so that two transactions cannot cross.
  text: ($) => `INSERT INTO people_columns (institution_id, header, column_name, noted_at)
   SELECT ${$.institutionId}, given.header, given.column_name, ${$.at}
   FROM unnest(${$.headers}, ${$.columnNames}) AS given (header, column_name) ORDER BY given.header
   ON CONFLICT (institution_id, header)
     DO UPDATE SET column_name = excluded.column_name, noted_at = excluded.noted_at`,
});

const DROP_OLDEST = sqlStatement(peopleColumns, 'drop_oldest', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ($) => `DELETE FROM people_columns WHERE institution_id = ${$.institutionId} AND header IN (
     SELECT header FROM people_columns WHERE institution_id = ${$.institutionId}
     ORDER BY noted_at DESC, header OFFSET ${MAX_REMEMBERED})`,
});
