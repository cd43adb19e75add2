import type pg from 'pg';

/**
 * How the sessions of a pool come by what must hold in each of them: the time limit of statements, UTC, and ISO dates. Directly, as parameters of their
 * start, which cost nothing. A pooler refuses those that it cannot keep for each of its clients, and hands its own sessions from one
 * client to the next: behind one they become defaults of the role in its database, with which every session of the server begins.
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
    // The pool waits for it, and closes the connection where it fails.
    onConnect: async (client) => {
      await client.query(defaultsOfRole(statementTimeoutMs));
    },
  };
}

/**
 * Sets them in the session at hand, too, which may have begun before they were defaults. Two that change a role at one moment would collide in
 * the catalogue. A role may change its own defaults; of two services that say otherwise the last is right.
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
