import type { Reader } from '../../libraries/pg-batch/index.ts';
import { sqlStatement, text, uuid } from '../../libraries/typed-sql/index.ts';
import type { Transactions } from './database.ts';
import { ownServer, placements } from './platform-tables.ts';

/** The server that has the rows of every institution that is placed on no other one. */
export const FIRST_SERVER = '';

/** What names another server, in a regular expression: it is part of addresses, of names of databases and of labels. */
export const SERVER_NAME = '[a-z][a-z0-9-]{0,30}';

/** The name of a service, or of its database, on a server: `timetracking@b`; on the first one, that of the service. */
export function nameAt(service: string, server: string): string {
  return server === FIRST_SERVER ? service : `${service}@${server}`;
}

/** Whether {@link nameAt} has named what is on another server than the first. */
export function isOnOtherServer(name: string): boolean {
  return name.includes('@');
}

/** What a database knows of servers. */
export interface PlacementRows {
  /** The server that it is on; undefined if it was never migrated. */
  readonly own: string | undefined;
  /** The servers of the institutions that were ever moved, by id. */
  readonly servers: ReadonlyMap<string, string>;
}

/** Reads where institutions are, in one statement. */
export async function readPlacements(db: Reader): Promise<PlacementRows> {
  const rows = await db.rows(READ, {});
  return {
    own: rows.find(({ institutionId }) => institutionId === null)?.server,
    servers: new Map(rows.flatMap(({ institutionId, server }) => (institutionId ? [[institutionId, server]] : []))),
  };
}

/** Says in one database where the rows of an institution are. */
export async function writePlacement(
  db: Transactions,
  { institutionId, server }: { readonly institutionId: string; readonly server: string },
): Promise<void> {
  await db.transaction(async (tx) => tx.write(PLACE, { institutionId, server }), { of: 'nobody' });
}

const READ = sqlStatement(placements, 'read', {
  parameters: {},
  result: { institutionId: uuid().nullable(), server: text() },
  text: () => `SELECT p.institution_id AS "institutionId", p.server FROM placements p
   UNION ALL SELECT NULL, o.server FROM ${ownServer.name} o`,
});

const PLACE = sqlStatement(placements, 'place', {
  writes: true,
  parameters: { institutionId: uuid(), server: text() },
  result: {},
  text: ($) => `INSERT INTO placements (institution_id, server) VALUES (${$.institutionId}, ${$.server})
   ON CONFLICT (institution_id) DO UPDATE SET server = excluded.server`,
});
