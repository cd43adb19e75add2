import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../platform/data/migrate.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

/**
 * Runs some work in a new database of an embedded PostgreSQL, after all migrations of a service; without one, after the
 * platform's.
 */
export async function inMigratedDatabase<T>(
  migrations: URL | undefined,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lyceum-migration-'));
  try {
    // As root, PostgreSQL runs as another user.
    await chmod(dataDir, 0o755);
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
    try {
      await postgres.ensureDatabases(['migrated']);
      const databaseUrl = postgres.url('migrated');
      await migrate({ databaseUrl, migrations, log: silentLogger });
      return await work(databaseUrl);
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
