import { ConnectServer } from '../calls/connect-server.ts';
import { GrpcServer } from '../calls/grpc-server.ts';
import { IdentityIssuer } from '../calls/identity/identity-issuer.ts';
import { identityVariablesFor, verificationKeysOf } from '../calls/identity/identity-variables.ts';
import { IdentityVerifier } from '../calls/identity/identity-verifier.ts';
import { OidcOperators } from '../calls/identity/oidc-operators.ts';
import { ProbeServer } from '../calls/probe-server.ts';
import { ServiceRouter } from '../calls/service-router.ts';
import { callerCredentials, serviceTls, tlsVariables } from '../calls/tls.ts';
import { timerMs } from '../core/clock.ts';
import { type Environment, isForTerminal, processEnvironment, readConfig } from '../core/config/config.ts';
import { integer, matching, oneOf, optional, port, text, url } from '../core/config/variables.ts';
import { systemIds } from '../core/ids.ts';
import { failStart, listenOn, StartError } from '../core/start-error.ts';
import { ensureOwnDatabase } from '../data/ensure-databases.ts';
import { migrate } from '../data/migrate.ts';
import { SERVER_NAME } from '../data/placements.ts';
import { natsVariablesFor } from '../events/nats/nats-variables.ts';
import { openBus } from '../events/open-bus.ts';
import { createLogger, type Logger } from '../observability/log.ts';
import { metricsVariables, openMetrics } from '../observability/metrics/metrics-server.ts';
import { openTracing } from '../observability/tracing/open-tracing.ts';
import { tracingVariables } from '../observability/tracing/tracing-variables.ts';
import { journalVariablesFor, openJournal } from './erasure/open-journal.ts';
import { runUntilSignal } from './lifetime.ts';
import { maxCallsInFlight } from './load/call-slots.ts';
import { MemoryPressure, maxMemoryMb, memoryBytesOf } from './load/memory-pressure.ts';
import {
  registerCertificateMetrics,
  registerEventMetrics,
  registerLinkMetrics,
  registerTracingMetrics,
} from './metrics/register-process-metrics.ts';
import { registerServiceMetrics } from './metrics/register-service-metrics.ts';
import { closeAll, peersFrom, peerVariables } from './peers.ts';
import { ProcessClock } from './process-clock.ts';
import { RunningService } from './service.ts';
import type { ServiceDefinition } from './service-definition.ts';
import { GRACE_MS, lastAnswersBy } from './shutdown-budget.ts';

/** Which server the database of a placeable service is on. */
export const serverVariables = {
  DATABASE_SERVER: optional(
    matching(new RegExp(`^${SERVER_NAME}$`), {
      description: 'name of the PostgreSQL server of DATABASE_URL, if it is not the first one',
      allowed: 'a small letter, then small letters, digits and hyphens, at most 31',
    }),
  ),
};

/** Variables for migrating its database. */
export const databaseVariables = {
  DATABASE_URL: url(['postgres', 'postgresql'], { description: 'database of this service', secret: true }),
  DIRECT_DATABASE_URL: optional(
    url(['postgres', 'postgresql'], {
      description: 'direct URL of the same database, for migrations and locks, if DATABASE_URL goes through PgBouncer',
      secret: true,
    }),
  ),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
    description: 'lowest level that is logged',
    fallback: 'info',
  }),
};

/** The variables of a service in its own process, except the addresses of other services. */
const serviceVariables = {
  ...databaseVariables,
  ...tlsVariables,
  ...metricsVariables,
  ...tracingVariables,
  GRPC_HOST: text({ description: 'address the servers for gRPC, Connect and gRPC-Web listen on', fallback: '0.0.0.0' }),
  GRPC_PORT: port({ description: 'port the server for gRPC listens on', fallback: '9090' }),
  CONNECT_PORT: port({ description: 'port the server for Connect and gRPC-Web listens on', fallback: '9190' }),
  GRPC_HEALTH_PORT: optional(
    port({ description: 'port that serves health checks only, without TLS, for probes that have no certificate' }),
  ),
  GRPC_REFLECTION: oneOf(['0', '1'], {
    description: '1: enable server reflection, so that clients can read the contracts',
    fallback: '0',
  }),
  DATABASE_CONNECTIONS: integer({
    description: 'maximum number of database connections',
    fallback: '8',
    minimum: 1,
    maximum: 200,
  }),
  MAX_CALLS_IN_FLIGHT: maxCallsInFlight,
  MAX_MEMORY_MB: maxMemoryMb,
  STATEMENT_TIMEOUT_MS: integer({
    description: 'maximum duration of one SQL statement, in milliseconds',
    fallback: '10000',
    minimum: 100,
    maximum: 300_000,
  }),
};

/**
 * All variables of a service in its own process: also the keys of identities it trusts, the addresses of the services
 * it calls, and TLS for the connections to them.
 */
export function serviceVariablesFor(
  { calls = [], issuesIdentities, isPlaceable, variables }: ServiceDefinition,
  environment: Environment,
) {
  return {
    ...variables,
    ...serviceVariables,
    ...(isPlaceable && serverVariables),
    ...identityVariablesFor(issuesIdentities ?? false),
    ...natsVariablesFor(environment),
    ...journalVariablesFor(environment),
    ...peerVariables(calls),
  };
}

/**
 * Runs one service in its own process until SIGTERM. With `migrate` as the first argument it migrates its database and
 * exits instead.
 */
export async function runServiceProcess(definition: ServiceDefinition, args: readonly string[]): Promise<void> {
  const job = args.length === 0 ? serve(definition) : obey(definition, args);
  await job.catch(failStart);
}

async function obey(definition: ServiceDefinition, args: readonly string[]): Promise<void> {
  if (args.join(' ') !== 'migrate')
    throw new StartError(`Unknown command "${args.join(' ')}". The only command is "migrate".`);
  const config = readConfig({ ...databaseVariables, ...serverVariables }, processEnvironment());
  const variable = config.DIRECT_DATABASE_URL === undefined ? 'DATABASE_URL' : 'DIRECT_DATABASE_URL';
  const databaseUrl = config[variable] ?? '';
  await ensureOwnDatabase(databaseUrl, variable);
  const log = loggerOf(definition, config.LOG_LEVEL);
  const server = definition.isPlaceable ? config.DATABASE_SERVER : undefined;
  await migrate({ databaseUrl, migrations: definition.migrations, server, log });
}

async function serve(definition: ServiceDefinition): Promise<void> {
  const { calls: peers = [] } = definition;
  const environment = processEnvironment();
  const variables = serviceVariablesFor(definition, environment);
  const config = readConfig(variables, environment);
  const log = loggerOf(definition, config.LOG_LEVEL);
  await runUntilSignal(log, GRACE_MS, async (acquire) => {
    const tracing = await acquire(openTracing(config, `lyceum-${definition.name}`, log), (it) => it?.stop());
    const address = { host: config.METRICS_HOST, port: config.METRICS_PORT, log };
    const { metrics } = await acquire(openMetrics(address), (it) => it.close());
    const router = new ServiceRouter();
    const addresses = config as unknown as Record<string, string>;
    const serverOf = (institutionId: string) => service.serverOf(institutionId);
    const peerOptions = { credentials: callerCredentials(config), log, serverOf };
    await acquire(peersFrom(peers, addresses, router, peerOptions), closeAll);
    const events = await acquire(openBus(config, `lyceum-${definition.name}`, log), (it) => it.close());
    const clock = new ProcessClock(log);
    const verifier = new IdentityVerifier(verificationKeysOf(config), clock.ofIdentities);
    const journal = await openJournal(config, events.link);
    const service: RunningService = new RunningService(definition, {
      server: config.DATABASE_SERVER,
      databaseUrl: config.DATABASE_URL,
      directDatabaseUrl: config.DIRECT_DATABASE_URL,
      configuration: config,
      maxConnections: config.DATABASE_CONNECTIONS,
      statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
      maxCallsInFlight: config.MAX_CALLS_IN_FLIGHT,
      memory: new MemoryPressure(memoryBytesOf(config.MAX_MEMORY_MB)),
      clock,
      ids: systemIds,
      log,
      bus: events.bus,
      router,
      issuer: config.IDENTITY_KEYS && new IdentityIssuer(config.IDENTITY_KEYS, clock.ofIdentities),
      oidcOperators: OidcOperators.of(config, clock.ofIdentities),
      journal,
      tracing,
    });
    // Its own records, among those of all services.
    router.add(definition.name, { transport: service, isReady: () => service.isReady() });
    registerServiceMetrics(metrics, service);
    registerEventMetrics(metrics, service.name, events);
    registerLinkMetrics(metrics, service.name, router);
    registerCertificateMetrics(metrics, service.name, config);
    registerTracingMetrics(metrics, tracing);
    const served = {
      services: [service],
      verifier,
      explains: config.NODE_ENV !== 'production',
      tls: serviceTls(config),
    };
    const server = new GrpcServer({
      ...served,
      address: `${config.GRPC_HOST}:${config.GRPC_PORT}`,
      reflection: config.GRPC_REFLECTION === '1',
    });
    const connect = new ConnectServer({
      ...served,
      address: `${config.GRPC_HOST}:${config.CONNECT_PORT}`,
      health: server.health,
    });
    const healthPort = config.GRPC_HEALTH_PORT;
    if (healthPort !== undefined) {
      const probes = new ProbeServer(`${config.GRPC_HOST}:${healthPort}`, server.health);
      await acquire(
        listenOn('GRPC_HEALTH_PORT', healthPort, () => probes.start()),
        () => probes.stop(),
      );
    }
    await acquire(clock.follow(service.runtime.db), () => clock.stop());
    await acquire(service.start(), (_, deadline) => service.stop(deadline));
    if (config.NODE_ENV === 'production') await acquire(service.warmUp());
    const listen = async () => ({
      connectPort: await listenOn('CONNECT_PORT', config.CONNECT_PORT, () => connect.start()),
      port: await listenOn('GRPC_PORT', config.GRPC_PORT, () => server.start()),
    });
    const bound = await acquire(listen(), (_, deadline) => {
      const callsMs = timerMs(lastAnswersBy(deadline));
      return [server.stop(callsMs), connect.stop(callsMs), service.endWork()];
    });
    log.info(bound, 'ready');
  });
}

function loggerOf({ name }: ServiceDefinition, level: string): Logger {
  return createLogger({ name: `lyceum-${name}`, level, pretty: isForTerminal(processEnvironment(), process.stdout) });
}
