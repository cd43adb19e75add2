import { rolePassword } from '../../installation/find-embedded-postgres.ts';
import { withClient } from '../../platform/data/connections.ts';
import { ensureDatabases } from '../../platform/data/ensure-databases.ts';

/**
 * Creates missing databases, and makes a role without superuser rights the owner of each, with access to no other. An existing database owned by
 * the superuser, as in earlier releases, is reassigned with all its contents.
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
      await client.query(HAND_OVER);
    });
  }
}

/** Migrations close the databases of services; these have no owner who could. */
const CLOSE_SHARED = 'REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC';

/**
 * Reassigns everything that the superuser has created in a database to the database's owner, except objects of extensions. REASSIGN OWNED does
 * not work for the bootstrap superuser, who owns the server's own objects.
 */
const HAND_OVER = `DO $$
DECLARE change text;
BEGIN
  FOR change IN
    WITH owner AS (SELECT datdba AS oid, quote_ident(pg_get_userbyid(datdba)) AS name FROM pg_database WHERE datname = current_database()),
    own AS (
      SELECT 'TABLE' AS kind, oid::regclass::text AS name, 'pg_class'::regclass AS catalogue, oid, relowner AS owner, relnamespace AS namespace
        FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm') OR relkind = 'S' AND NOT EXISTS (
          SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = pg_class.oid AND d.deptype IN ('a', 'i'))
      UNION ALL
      SELECT 'ROUTINE', oid::regprocedure::text, 'pg_proc'::regclass, oid, proowner, pronamespace FROM pg_proc
      UNION ALL
      SELECT 'TYPE', oid::regtype::text, 'pg_type'::regclass, oid, typowner, typnamespace FROM pg_type WHERE typtype IN ('e', 'd'))
    SELECT format('ALTER %s %s OWNER TO %s', own.kind, own.name, owner.name) FROM own, owner
    WHERE own.owner <> owner.oid AND own.namespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = own.catalogue AND d.objid = own.oid AND d.deptype = 'e')
  LOOP EXECUTE change; END LOOP;
END $$`;
