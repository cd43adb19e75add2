import { withClient } from '../../libraries/pg-batch/index.ts';
import { StartError } from '../core/start-error.ts';

/**
 * Creates the databases that do not exist.
 * @param url a database of the same server, whose user may create others
 */
export async function ensureDatabases(url: string, names: readonly string[]): Promise<void> {
  await withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE datname = ANY ($1)',
      [names],
    );
    const present = new Set(rows.map((row) => row.datname));
    for (const name of names) {
      if (!present.has(name))
        await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`).catch(ignoreDuplicate);
    }
  });
}

/**
 * Creates a database on an external server unless it exists, if the URL's user may do so.
 * @param variable the variable that names the database, for the message
 * @throws {StartError} if the server is unreachable or rejects the login, or if the database does not exist and the
 * user may not create it
 */
export async function ensureOwnDatabase(url: string, variable: string): Promise<void> {
  try {
    await withClient({ connectionString: url }, (client) => client.query('SELECT'));
  } catch (error) {
    if (codeOf(error) !== DATABASE_MISSING) throw unreachable(url, variable, error);
    await makeBeside(url, variable);
  }
}

async function makeBeside(url: string, variable: string): Promise<void> {
  const beside = new URL(url);
  beside.pathname = '/postgres';
  try {
    await ensureDatabases(beside.href, [nameOf(url)]);
  } catch (error) {
    throw new StartError(
      `${variable}: the database ${nameOf(url)} does not exist and could not be created: ${reasonOf(error)}. Create it (CREATE DATABASE ${nameOf(url)}), or let the user of ${variable} do so (ALTER ROLE … CREATEDB).`,
      { cause: error },
    );
  }
}

function unreachable(url: string, variable: string, error: unknown): StartError {
  return new StartError(`${variable}: the database ${nameOf(url)} cannot be used: ${reasonOf(error)}.`, {
    cause: error,
  });
}

const DATABASE_MISSING = '3D000';

/** Another process was faster: detected by name (duplicate_database) or by a unique key (unique_violation). */
function ignoreDuplicate(error: unknown): void {
  if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function nameOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** If every address of a host rejects the connection, the error is an AggregateError without a message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
