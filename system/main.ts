import { resolve } from 'node:path';
import { systemClock } from '../services/chassis/clock.ts';
import { ConfigError } from '../services/chassis/config/config.ts';
import { processEnvironment } from '../services/chassis/config/environment.ts';
import { EmbeddedPostgresError } from '../services/chassis/embedded-postgres/embedded-postgres-error.ts';
import { systemIds } from '../services/chassis/ids.ts';
import { createLogger } from '../services/chassis/log.ts';
import { stopOnSignal } from '../services/chassis/shutdown.ts';
import { readSystemConfig } from './config.ts';
import { developmentCursorKeys } from './cursor-keys.ts';
import { openDatabases } from './databases.ts';
import { prepareDemo } from './demo.ts';
import { Lyceum } from './lyceum.ts';
import { welcome } from './welcome.ts';

/** `npm start`: the whole platform in one process, on an embedded PostgreSQL unless the environment names another. */
async function main(): Promise<void> {
  const environment = processEnvironment();
  const config = readSystemConfig(environment);
  const production = config.NODE_ENV === 'production';
  const log = createLogger({ name: 'lyceum', level: config.LOG_LEVEL, pretty: !production && process.stdout.isTTY });
  const dataDir = resolve(config.DATA_DIR);

  const databases = await openDatabases({ environment, dataDir, production, log });
  const lyceum = await Lyceum.create({
    databaseUrl: (service) => databases.url(service),
    clock: systemClock,
    ids: systemIds,
    log,
    grpcAddress: `127.0.0.1:${config.GRPC_PORT}`,
    transport: 'direct',
    maxConnections: config.DATABASE_CONNECTIONS,
    gateway: {
      host: config.HOST,
      port: config.PORT,
      publicUrl: config.PUBLIC_URL,
      errorsBaseUrl: config.ERRORS_BASE_URL,
      cursorKeys: config.CURSOR_KEYS ?? (await developmentCursorKeys(dataDir)),
      requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    },
  });
  const stop = async () => {
    await lyceum.stop();
    await databases.stop();
  };
  stopOnSignal(log, GRACE_MS, stop);
  try {
    await lyceum.system.migrate();
    await lyceum.start();
    const demo = production ? null : await prepareDemo(lyceum);
    process.stdout.write(welcome({ url: config.PUBLIC_URL ?? `http://localhost:${lyceum.port}`, demo }));
  } catch (error) {
    await stop();
    throw error;
  }
}

const GRACE_MS = 25_000;

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof EmbeddedPostgresError || isPortInUse(error);
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});

function isPortInUse(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
