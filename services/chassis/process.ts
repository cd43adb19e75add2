import { systemClock } from './clock.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { processEnvironment } from './config/environment.ts';
import { peersFrom, peerVariables } from './config/peers.ts';
import { integer, oneOf, port, text, url } from './config/variables.ts';
import { InProcessBus } from './events/in-process-bus.ts';
import { systemIds } from './ids.ts';
import { createLogger } from './log.ts';
import { GrpcServer } from './rpc/grpc-server.ts';
import { ServiceRouter } from './rpc/service-router.ts';
import { RunningService, type ServiceDefinition } from './service.ts';
import { stopOnSignal } from './shutdown.ts';

/** What a service in a process of its own reads from its environment, beside the addresses of the others. */
const serviceVariables = {
  DATABASE_URL: url(['postgres', 'postgresql'], { description: 'the database of this service', secret: true }),
  GRPC_HOST: text({ description: 'address to answer gRPC on', fallback: '0.0.0.0' }),
  GRPC_PORT: port({ description: 'port to answer gRPC on', fallback: '9090' }),
  DATABASE_CONNECTIONS: integer({ description: 'connections at most', fallback: '8', minimum: 1, maximum: 200 }),
  STATEMENT_TIMEOUT_MS: integer({
    description: 'longest time for one statement, in milliseconds',
    fallback: '10000',
    minimum: 100,
    maximum: 300_000,
  }),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
    description: 'least level that is logged',
    fallback: 'info',
  }),
};

/**
 * Runs one service in a process of its own, until SIGTERM. `migrate` as the first argument brings its database up to date instead, and ends.
 * @param peers the services that this one calls
 */
export async function runServiceProcess(
  definition: ServiceDefinition,
  peers: readonly string[],
  args: readonly string[],
): Promise<void> {
  try {
    await run(definition, peers, args);
  } catch (error) {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(1);
  }
}

async function run(definition: ServiceDefinition, peers: readonly string[], args: readonly string[]): Promise<void> {
  const environment = processEnvironment();
  const config = readConfig({ ...serviceVariables, ...peerVariables(peers) }, environment);
  const log = createLogger({
    name: `lyceum-${definition.name}`,
    level: config.LOG_LEVEL,
    pretty: process.stdout.isTTY,
  });
  const router = new ServiceRouter();
  const remotes = peersFrom(peers, config as unknown as Record<string, string>, router);
  const bus = new InProcessBus(log);
  const service = new RunningService(definition, {
    databaseUrl: config.DATABASE_URL,
    maxConnections: config.DATABASE_CONNECTIONS,
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
    clock: systemClock,
    ids: systemIds,
    log,
    bus,
    router,
  });
  if (args[0] === 'migrate') {
    await service.migrate();
    await service.stop();
    return;
  }
  const server = new GrpcServer({ address: `${config.GRPC_HOST}:${config.GRPC_PORT}`, services: [service] });
  await service.start();
  const bound = await server.start();
  log.info({ port: bound }, 'ready');
  stopOnSignal(log, GRACE_MS + 5_000, async () => {
    await server.stop(GRACE_MS);
    for (const remote of remotes) remote.close();
    await service.stop();
    await bus.close();
  });
}

const GRACE_MS = 20_000;
