import { join, resolve } from 'node:path';
import { fillDemo } from '../cli/demo/fill-demo.ts';
import { parseCursorKeys } from '../gateway/endpoint/cursor-keys.ts';
import { openLyceum } from '../one-process/open-lyceum.ts';
import { parseIdentityKeys } from '../platform/calls/identity/identity-keys.ts';
import { isForTerminal, processEnvironment } from '../platform/core/config/config.ts';
import { KeyRing } from '../platform/core/config/key-ring.ts';
import { failStart } from '../platform/core/start-error.ts';
import { createLogger } from '../platform/observability/log.ts';
import { runUntilSignal } from '../platform/process/lifetime.ts';
import { GRACE_MS } from '../platform/process/shutdown-budget.ts';
import { ensureSite } from '../site/ensure-site.ts';
import { exportsOf, readDevelopmentConfig } from './config.ts';
import { openDatabases } from './databases.ts';
import { prepareDemo } from './demo.ts';
import { developmentCursorKeys, developmentIdentityKeys, developmentSecretKeys } from './development-secrets.ts';
import { checkDataDirectory } from './embedded-postgres.ts';
import { endWithNpm } from './end-with-npm.ts';
import { prepareLocalOperator } from './local-operator.ts';
import { checkPort, choosePort } from './ports.ts';
import { recordRunning } from './record-running.ts';
import { welcome } from './welcome.ts';

/** `npm start`: the whole platform in one process, with an embedded PostgreSQL unless the environment names another. */
async function main(): Promise<void> {
  const environment = processEnvironment();
  const config = readDevelopmentConfig(environment);
  const log = createLogger({
    name: 'lyceum',
    level: config.LOG_LEVEL,
    pretty: isForTerminal(environment, process.stdout),
  });
  const dataDir = resolve(config.DATA_DIR);

  endWithNpm(environment);
  const site = ensureSite().catch((error) => log.warn(error));
  await runUntilSignal(log, GRACE_MS, async (acquire) => {
    await checkDataDirectory(dataDir);
    await checkPort('PORT', { port: config.PORT, host: config.HOST }, environment);
    await checkPort('GRPC_PORT', { port: config.GRPC_PORT, host: '127.0.0.1' }, environment);
    await checkPort('CONNECT_PORT', { port: config.CONNECT_PORT, host: '127.0.0.1' }, environment);
    const databases = await acquire(openDatabases({ environment, dataDir, log }), (it) => it.stop());
    await site;
    const { lyceum, metrics } = await openLyceum(acquire, {
      config: {
        ...config,
        ERASURE_JOURNAL: config.ERASURE_JOURNAL ?? join(dataDir, 'erasures.jsonl'),
        METRICS_PORT: await choosePort('METRICS_PORT', config.METRICS_PORT, environment),
        GRPC_PORT: await choosePort('GRPC_PORT', config.GRPC_PORT, environment),
        CONNECT_PORT: await choosePort('CONNECT_PORT', config.CONNECT_PORT, environment),
        PORT: await choosePort('PORT', config.PORT, environment),
        IDENTITY_KEYS: config.IDENTITY_KEYS ?? parseIdentityKeys(await developmentIdentityKeys(dataDir)),
        IDENTITY_SECRET_KEYS: config.IDENTITY_SECRET_KEYS ?? new KeyRing(await developmentSecretKeys(dataDir)),
        WEBHOOKS_SECRET_KEYS: config.WEBHOOKS_SECRET_KEYS ?? new KeyRing(await developmentSecretKeys(dataDir)),
        CURSOR_KEYS: config.CURSOR_KEYS ?? parseCursorKeys(await developmentCursorKeys(dataDir)),
      },
      log,
      databaseUrl: databases.url,
      directDatabaseUrl: databases.directUrl,
    });
    const [PORT, GRPC_PORT] = [String(lyceum.port), String(lyceum.grpcPort)];
    const others = { CONNECT_PORT: String(lyceum.connectPort), METRICS_PORT: String(metrics.port) };
    await recordRunning(dataDir, { PORT, GRPC_PORT, ...others });
    const open = async () => {
      const { operator } = await prepareLocalOperator({ dataDir, databaseUrl: databases.sessionUrl('identity'), log });
      return prepareDemo({ call: (actor) => lyceum.call({ ...actor, operator }) }, dataDir, fillDemo);
    };
    const demo = await acquire(open());
    const url = config.PUBLIC_URL ?? `http://localhost:${lyceum.port}`;
    const parts = [
      `gRPC:              localhost:${lyceum.grpcPort}`,
      `Connect, gRPC-Web: http://localhost:${lyceum.connectPort}`,
      `Metrics:           ${metrics.url}`,
    ];
    process.stdout.write(
      welcome({
        url,
        consoleUrl: `${url}/console`,
        exports: exportsOf({ DATA_DIR: dataDir, PORT, GRPC_PORT }),
        parts,
        demo,
      }),
    );
  });
}

main().catch(failStart);
