import type pg from 'pg';
import type { Logger } from '../observability/log.ts';

/**
 * Lets no role connect to a database but its owner and those that were granted it by name. PostgreSQL lets every role of a server connect to
 * every database, and whoever is connected may take any advisory lock there: those of the relay, of members and of keys under way.
 */
export async function closeToOthers(client: pg.Client, log: Logger): Promise<void> {
  await client.query(CLOSE);
  const { rows } = await client.query<{ open: boolean; database: string }>(IS_OPEN);
  if (rows[0]?.open) {
    const { database } = rows[0];
    log.warn({ database }, 'every role of the server may connect to this database: its owner alone can revoke that');
  }
}

/** Two that revoke at one moment would collide in the catalogue. Only an owner's REVOKE does anything; anybody else's is a warning. */
const CLOSE = `DO $$ BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('close-to-others', 0));
  IF has_database_privilege('public', current_database(), 'CONNECT') THEN
    EXECUTE format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
END $$`;

const IS_OPEN = `SELECT current_database() AS database, has_database_privilege('public', current_database(), 'CONNECT') AS open`;
