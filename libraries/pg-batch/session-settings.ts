import type pg from 'pg';

export interface SettingsOptions {
  /**
   * The same database without the connection pooler, for work that needs a session of its own; undefined if the pool
   * does not go through one.
   */
  readonly directUrl?: string | undefined;
  /** How long one statement may run before the server cancels it, in milliseconds. */
  readonly statementTimeoutMs: number;
  /** Further settings of each session, by the names of PostgreSQL's parameters. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Makes all sessions of a pool have the statement timeout, UTC and ISO dates, and the given settings. Without a pooler
 * they are startup parameters, which cost nothing. A pooler rejects startup parameters that it cannot track for each
 * client, and passes its sessions from one client to the next. Behind a pooler the settings become the role's defaults
 * in its database, with which every session begins.
 */
export function settingsOf({ directUrl, statementTimeoutMs, settings: further }: SettingsOptions): pg.PoolConfig {
  const settings = { statement_timeout: statementTimeoutMs, TimeZone: 'UTC', DateStyle: 'ISO', ...further };
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
 * Also sets them in the current session, which may have begun before they were defaults. The lock prevents concurrent
 * changes of a role, which would collide in the catalogue. A role may change its own defaults. If two processes use
 * different values, the last one wins.
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
