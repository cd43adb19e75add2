import type pg from 'pg';

/**
 * The settings that every session of a pool must have: the statement timeout, UTC and ISO dates, and plans that stay good while tables grow. Without a
 * pooler they are startup parameters, which cost nothing. A pooler rejects startup parameters that it cannot track for each client, and passes its
 * sessions from one client to the next. Behind a pooler the settings become the role's defaults in its database, with which every session begins.
 */
export function settingsOf({
  directUrl,
  statementTimeoutMs,
}: {
  readonly directUrl?: string | undefined;
  readonly statementTimeoutMs: number;
}): pg.PoolConfig {
  const settings = { statement_timeout: statementTimeoutMs, TimeZone: 'UTC', DateStyle: 'ISO', ...planning };
  if (directUrl === undefined)
    return {
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    };
  return {
    // The pool waits for this and closes the connection if it fails.
    onConnect: async (client) => {
      await client.query(defaultsOfRole(settings));
    },
  };
}

/**
 * Also sets them in the current session, which may have begun before they were defaults. The lock prevents concurrent changes of a role, which would
 * collide in the catalogue. A role may change its own defaults. If two services use different values, the last one wins.
 */
function defaultsOfRole(values: Readonly<Record<string, string | number>>): string {
  const settings = Object.entries(values);
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

/**
 * A statement has one plan, whatever its values, and finds rows with the index that identifies them best, even in a table that was one page long when it
 * was last analysed. Otherwise a session could read all of an institution's rows for each of a bundle's 6,000 records. Without sequential
 * scans, a plan may seem so expensive that the server would compile it.
 */
export const planning = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  random_page_cost: '1.1',
  jit: 'off',
};
