import { ownerUrl, SUPERUSER } from '../deploy/installation/find-embedded-postgres.ts';
import * as library from '../libraries/embedded-postgres/index.ts';
import { StartError } from '../platform/core/start-error.ts';
import { ensureDatabases } from '../platform/data/ensure-databases.ts';
import { ensureOwnedDatabases } from './database-owners.ts';

const program: library.Program = {
  name: 'Lyceum',
  folder: SUPERUSER,
  otherDirectory: 'set DATA_DIR to another directory',
  otherServer: 'set DATABASE_URL to a PostgreSQL server of your own (16 or newer)',
};

/** The server of npm start, of tests and of benches, with its databases. */
export interface EmbeddedPostgres extends library.EmbeddedPostgres {
  /** Creates missing databases, owned by the superuser. */
  ensureDatabases(names: readonly string[]): Promise<void>;
  /** Creates missing databases, each owned by its own role. */
  ensureOwnedDatabases(names: readonly string[]): Promise<void>;
  /** The connection string of such a role to its database, including the password. */
  ownerUrl(database: string): string;
}

/** Starts it, see the library. @throws {StartError} with a message for the person at the terminal */
export async function startEmbeddedPostgres(
  options: Omit<library.EmbeddedPostgresOptions, 'program'>,
): Promise<EmbeddedPostgres> {
  const server = await library.startEmbeddedPostgres({ ...options, program }).catch(failStart);
  const url = server.url('postgres');
  return {
    ...server,
    ensureDatabases: (names) => ensureDatabases(url, names),
    ensureOwnedDatabases: (names) => ensureOwnedDatabases(url, names),
    ownerUrl: (database) => ownerUrl(url, database),
  };
}

/** Checks that no other process owns the data directory, before anything listens. @throws {StartError} */
export async function checkDataDirectory(dataDir: string): Promise<void> {
  await library.checkDataDirectory(program, dataDir).catch(failStart);
}

function failStart(error: unknown): never {
  throw error instanceof library.EmbeddedPostgresError ? new StartError(error.message, { cause: error }) : error;
}
