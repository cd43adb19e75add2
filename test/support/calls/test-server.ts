import { rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../../dev/embedded-postgres.ts';
import { makeTestDirectory } from '../../../libraries/embedded-postgres/testing/server.ts';
import { migrate } from '../../../platform/data/migrate.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import type { ServiceDefinition } from '../../../platform/process/service-definition.ts';
import { probe } from '../probe/probe.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the test run's PostgreSQL server, with `{database}` as placeholder for the database's name. */
    databaseServer: string;
    /** The same server through a connection pooler, if services are to use one. */
    databasePooler?: string;
  }
}

/**
 * Starts one PostgreSQL for the whole test run, with a migrated template database for each service and for the probe.
 * Each test file clones its own databases from the templates.
 * @param prepare additional preparation of a service's template
 */
export async function startTestServer(
  project: TestProject,
  services: readonly ServiceDefinition[],
  prepare: (databaseUrl: string, service: string) => Promise<void> = async () => undefined,
): Promise<() => Promise<void>> {
  const all = [...services, probe];
  const dataDir = await makeTestDirectory(await findRoom());
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: MAX_CONNECTIONS });
  await postgres.ensureDatabases(all.map(({ name }) => templateOf(name)));
  for (const { name, migrations } of all) {
    await migrate({ databaseUrl: postgres.url(templateOf(name)), migrations, log: silentLogger });
  }
  for (const { name } of services) await prepare(postgres.url(templateOf(name)), name);
  project.provide('databaseServer', postgres.url('{database}'));
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * In memory if there is room: every file's databases come and go, many gigabytes in a run, and a slow disk makes all
 * that write wait for it, longer than a request may take.
 */
async function findRoom(): Promise<string> {
  const { bavail, bsize } = await statfs(SHARED_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, freemem()) >= ROOM_BYTES ? SHARED_MEMORY : tmpdir();
}

const SHARED_MEMORY = '/dev/shm';
/** Four times what a run has had at once. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Each of three workers has up to three platforms of eight services, each with its sessions. */
const MAX_CONNECTIONS = 1_000;

/** The template database of a service. */
export function templateOf(service: string): string {
  return `template_${service}`;
}
