import { boolean, sqlStatement, text } from '../../libraries/typed-sql/index.ts';
import type { Database } from '../../platform/data/database.ts';
import { FIRST_SERVER, nameAt, readPlacements } from '../../platform/data/placements.ts';
import { CommandFailure } from '../failure.ts';
import { PLACEABLE } from '../service-names.ts';

interface Server {
  readonly databases: ReadonlyMap<string, Database>;
  readonly server: string;
}

/** Throws a CommandFailure unless all placeable services have their databases, and processes, on the server. */
export async function requireServer({ databases, server }: Server): Promise<void> {
  const name = server === FIRST_SERVER ? 'the first server' : `the server ${server}`;
  for (const service of PLACEABLE) {
    const db = databases.get(nameAt(service, server));
    if (!db) throw new CommandFailure(`PLACED_DATABASE_URLS does not name ${name}.`);
    const { own } = await readPlacements(db);
    if (own !== server)
      throw new CommandFailure(`The database of ${service} on ${name} is not migrated as that. Run lyceum migrate.`);
    const [row] = await db.rows(IS_SERVED, { application: `lyceum-${service}` });
    if (!row?.isServed)
      throw new CommandFailure(`No process of ${service} works on ${name}. Start it there, then repeat the command.`);
  }
}

/** Sessions are open as long as a process runs: that of its relay's lock, at least. */
const IS_SERVED = sqlStatement(null, 'is_served', {
  parameters: { application: text() },
  result: { isServed: boolean() },
  text: ({ application }) => `SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${application}) AS "isServed"`,
});
