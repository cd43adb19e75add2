import { configuredServers } from '../deploy/installation/database-urls.ts';
import { isForTerminal, processEnvironment } from '../platform/core/config/config.ts';
import { present } from '../platform/core/present.ts';
import { failStart } from '../platform/core/start-error.ts';
import { createLogger } from '../platform/observability/log.ts';
import { runUntilSignal } from '../platform/process/lifetime.ts';
import { GRACE_MS } from '../platform/process/shutdown-budget.ts';
import { readLyceumConfig } from './config.ts';
import { configuredDatabases } from './configured-databases.ts';
import { openLyceum } from './open-lyceum.ts';

/** Runs the gateway, the console and all services as one process, on the databases in the environment. */
async function main(): Promise<void> {
  const environment = processEnvironment();
  const config = readLyceumConfig(environment);
  const pretty = isForTerminal(environment, process.stdout);
  const log = createLogger({ name: 'lyceum', level: config.LOG_LEVEL, pretty });
  await runUntilSignal(log, GRACE_MS, async (acquire) => {
    const databases = await acquire(configuredDatabases(environment));
    const addressOf = (service: string) => present(databases.get(service), service);
    const { lyceum } = await openLyceum(acquire, {
      config,
      log,
      servers: configuredServers(environment),
      databaseUrl: (service) => addressOf(service).url,
      directDatabaseUrl: (service) => addressOf(service).directUrl,
    });
    const { port, grpcPort, connectPort } = lyceum;
    log.info({ port, grpcPort, connectPort }, 'ready');
  });
}

main().catch(failStart);
