import type pg from 'pg';
import type { Logger } from '../observability/log.ts';

/**
 * Lets only the owner of a database, and roles with an explicit grant, connect to it. By default PostgreSQL lets every role of a server connect to
 * every database, and any connected role can take any advisory lock there: those of the relay, of members and of keys in flight.
 */
export async function closeToOthers(client: pg.Client, log: Logger): Promise<void> {
  await client.query(CLOSE);
  const { rows } = await client.query<{ open: boolean; database: string }>(IS_OPEN);
  if (rows[0]?.open) {
    const { database } = rows[0];
    log.warn({ database }, 'every role of the server may connect to this database: only its owner can revoke that');
  }
}

/** The lock prevents concurrent REVOKEs, which would collide in the catalogue. A REVOKE by a role other than the owner only causes a warning. */
const CLOSE = `DO $$ BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('close-to-others', 0));
  IF has_database_privilege('public', current_database(), 'CONNECT') THEN
    EXECUTE format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
END $$`;

const IS_OPEN = `SELECT current_database() AS database, has_database_privilege('public', current_database(), 'CONNECT') AS open`;
