import { rolePassword } from '../deploy/installation/find-embedded-postgres.ts';
import { withClient } from '../libraries/pg-batch/index.ts';
import { ensureDatabases } from '../platform/data/ensure-databases.ts';

/**
 * Creates missing databases, and makes a role without superuser rights the owner of each, with access to no other.
 * @param superuserUrl URL of a database of the server
 */
export async function ensureOwnedDatabases(superuserUrl: string, databases: readonly string[]): Promise<void> {
  await ensureDatabases(superuserUrl, databases);
  await withClient({ connectionString: superuserUrl }, (client) => client.query(CLOSE_SHARED));
  const superuserPassword = decodeURIComponent(new URL(superuserUrl).password);
  for (const name of databases) {
    const inside = Object.assign(new URL(superuserUrl), { pathname: encodeURIComponent(name) }).href;
    await withClient({ connectionString: inside }, async (client) => {
      const role = client.escapeIdentifier(name);
      const { rows } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
      if (rows.length === 0) await client.query(`CREATE ROLE ${role}`);
      const password = client.escapeLiteral(rolePassword(name, superuserPassword));
      await client.query(`ALTER ROLE ${role} LOGIN NOSUPERUSER PASSWORD ${password}`);
      await client.query(`ALTER DATABASE ${role} OWNER TO ${role}`);
    });
  }
}

/** Migrations close the databases of services; these have no owner that could. */
const CLOSE_SHARED = 'REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC';
