import type pg from 'pg';

/**
 * The settings that every session of a pool must have: the statement timeout, UTC and ISO dates. Without a pooler they are startup parameters, which
 * cost nothing. A pooler rejects startup parameters that it cannot track for each client, and passes its sessions from one client
 * to the next. Behind a pooler the settings become the role's defaults in its database, with which every session begins.
 */
export function settingsOf({
  directUrl,
  statementTimeoutMs,
}: {
  readonly directUrl?: string | undefined;
  readonly statementTimeoutMs: number;
}): pg.PoolConfig {
  if (directUrl === undefined)
    return { statement_timeout: statementTimeoutMs, options: '-c TimeZone=UTC -c DateStyle=ISO' };
  return {
    // The pool waits for this and closes the connection if it fails.
    onConnect: async (client) => {
      await client.query(defaultsOfRole(statementTimeoutMs));
    },
  };
}

/**
 * Also sets them in the current session, which may have begun before they were defaults. The lock prevents concurrent changes of a role, which would
 * collide in the catalogue. A role may change its own defaults. If two services use different values, the last one wins.
 */
function defaultsOfRole(statementTimeoutMs: number): string {
  const settings = Object.entries({ statement_timeout: statementTimeoutMs, TimeZone: 'UTC', DateStyle: 'ISO' });
  const change = ([name, value]: (typeof settings)[number]) =>
    `EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET ${name} = ''${value}''', current_database());`;
  return `DO $$ BEGIN
    PERFORM ${settings.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(', ')};
    IF EXISTS (
      SELECT FROM pg_db_role_setting JOIN pg_database ON pg_database.oid = setdatabase
      WHERE datname = current_database() AND setrole = quote_ident(current_user)::regrole
        AND setconfig @> ARRAY[${settings.map(([name, value]) => `'${name}=${value}'`).join(', ')}]
    ) THEN RETURN; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('defaults of a role', 0));
    ${settings.map(change).join('\n    ')}
  END $$`;
}
