import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../../dev/embedded-postgres.ts';
import { findFreePort } from '../../../../libraries/embedded-postgres/free-port.ts';
import { copyAll } from '../../../../test/support/postgres/copy-cluster.ts';
import { Instance, passwordIn } from '../../../../test/support/postgres/instance.ts';
import type { TestScope } from '../../../../test/support/test-scope.ts';
import { SERVICES } from '../parts.ts';

interface InstanceOptions {
  /** The folder that its data directory is made in; by default one of its own. */
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a PostgreSQL server with all databases, which a layout controls itself. The test scope kills it. */
export async function startInstance(
  scope: TestScope,
  { folder, settings = {}, env }: InstanceOptions,
): Promise<Instance> {
  const data = await scope.dataDirectory();
  const first = await startEmbeddedPostgres({ dataDir: data.path, durable: false });
  await first.ensureDatabases([...SERVICES]);
  await first.stop();
  const made = join(data.dataPath, 'cluster');
  const cluster = folder === undefined ? made : join(folder, 'cluster');
  if (cluster !== made) await copyAll(made, cluster);
  const own = { max_connections: '200', shared_buffers: '64MB', timezone: 'UTC', log_timezone: 'UTC', jit: 'off' };
  const postgres = new Instance({
    name: 'postgres',
    cluster,
    port: await findFreePort(null),
    password: await passwordIn(data.path),
    settings: { ...settings, ...own },
    ...(env && { env }),
  });
  scope.onClear(() => postgres.kill());
  await postgres.start();
  return postgres;
}
