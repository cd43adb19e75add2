import { resolve } from 'node:path';
import { fillDemo } from '../cli/demo/fill-demo.ts';
import { admissionLimitsOf } from '../gateway/admission/variables.ts';
import { parseCursorKeys } from '../gateway/endpoint/cursor-keys.ts';
import { parseIdentityKeys } from '../platform/calls/identity/identity-keys.ts';
import { OidcOperators } from '../platform/calls/identity/oidc-operators.ts';
import { systemClock } from '../platform/core/clock.ts';
import { isForTerminal, processEnvironment } from '../platform/core/config/config.ts';
import { KeyRing } from '../platform/core/config/key-ring.ts';
import { systemIds } from '../platform/core/ids.ts';
import { failStart } from '../platform/core/start-error.ts';
import { createLogger } from '../platform/observability/log.ts';
import { openMetrics } from '../platform/observability/metrics/metrics-server.ts';
import { openTracing } from '../platform/observability/tracing/open-tracing.ts';
import { runUntilSignal } from '../platform/process/lifetime.ts';
import { registerTracingMetrics } from '../platform/process/metrics/register-process-metrics.ts';
import { ensureSite } from '../site/ensure-site.ts';
import { readSystemConfig } from './config.ts';
import { openDatabases } from './databases.ts';
import { prepareDemo } from './demo.ts';
import { developmentCursorKeys, developmentIdentityKeys, developmentSecretKeys } from './development-secrets.ts';
import { checkDataDirectory } from './embedded-postgres.ts';
import { endWithNpm } from './end-with-npm.ts';
import { prepareLocalOperator } from './local-operator.ts';
import { Lyceum } from './lyceum.ts';
import { checkPort, choosePort } from './ports.ts';
import { registerLyceumMetrics } from './register-lyceum-metrics.ts';
import { welcome } from './welcome.ts';

/** `npm start`: the whole platform in one process, with an embedded PostgreSQL unless the environment names another. */
async function main(): Promise<void> {
  const environment = processEnvironment();
  const config = readSystemConfig(environment);
  const production = config.NODE_ENV === 'production';
  const log = createLogger({
    name: 'lyceum',
    level: config.LOG_LEVEL,
    pretty: isForTerminal(environment, process.stdout),
  });
  const dataDir = resolve(config.DATA_DIR);

  endWithNpm(environment);
  // Images bring the documentation, and its absence must not keep the API from starting.
  const site = production ? undefined : ensureSite().catch((error) => log.warn(error));
  await runUntilSignal(log, GRACE_MS, async (own) => {
    await checkDataDirectory(dataDir);
    await checkPort('PORT', { port: config.PORT, host: config.HOST }, environment);
    await checkPort('GRPC_PORT', { port: config.GRPC_PORT, host: '127.0.0.1' }, environment);
    await checkPort('CONNECT_PORT', { port: config.CONNECT_PORT, host: '127.0.0.1' }, environment);
    const tracing = await own(openTracing(config, 'lyceum', log), (it) => it?.stop());
    const choose = (variable: string, configured: number) =>
      production ? configured : choosePort(variable, configured, environment);
    const metricsPort = await choose('METRICS_PORT', config.METRICS_PORT);
    const measured = await own(openMetrics({ host: config.METRICS_HOST, port: metricsPort, log }), (it) => it.close());
    const databases = await own(openDatabases({ environment, dataDir, log }), (it) => it.stop());
    await site;
    const created = Lyceum.create({
      databaseUrl: (service) => databases.url(service),
      directDatabaseUrl: (service) => databases.directUrl(service),
      clock: systemClock,
      ids: systemIds,
      log,
      grpcAddress: `127.0.0.1:${await choose('GRPC_PORT', config.GRPC_PORT)}`,
      connectAddress: `127.0.0.1:${await choose('CONNECT_PORT', config.CONNECT_PORT)}`,
      explains: !production,
      identityKeys: config.IDENTITY_KEYS ?? parseIdentityKeys(await developmentIdentityKeys(dataDir)),
      oidcOperators: OidcOperators.of(config, systemClock),
      configuration: {
        ...config,
        IDENTITY_SECRET_KEYS: config.IDENTITY_SECRET_KEYS ?? new KeyRing(await developmentSecretKeys(dataDir)),
        WEBHOOKS_SECRET_KEYS: config.WEBHOOKS_SECRET_KEYS ?? new KeyRing(await developmentSecretKeys(dataDir)),
      },
      maxConnections: config.DATABASE_CONNECTIONS,
      maxCallsInFlight: config.MAX_CALLS_IN_FLIGHT,
      tracing,
      trustedProxies: config.CONSOLE_TRUSTED_PROXIES,
      gateway: {
        host: config.HOST,
        port: await choose('PORT', config.PORT),
        publicUrl: config.PUBLIC_URL,
        errorsBaseUrl: config.ERRORS_BASE_URL,
        cursorKeys: config.CURSOR_KEYS ?? parseCursorKeys(await developmentCursorKeys(dataDir)),
        requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
        admission: admissionLimitsOf(config),
        writtenBytesPerDay: config.MAX_WRITTEN_MB_PER_DAY * 1024 * 1024,
        logRequests: config.LOG_REQUESTS === '1',
      },
    });
    const lyceum = await own(created, (it) => it.stop());
    registerLyceumMetrics(measured.metrics, lyceum);
    registerTracingMetrics(measured.metrics, tracing);
    await own(lyceum.system.migrate());
    await own(lyceum.start());
    await databases.recordListening([lyceum.port, lyceum.grpcPort, lyceum.connectPort, measured.port]);
    const open = async () => {
      const { operator } = await prepareLocalOperator({ dataDir, databaseUrl: databases.sessionUrl('identity'), log });
      return prepareDemo({ call: (actor) => lyceum.call({ ...actor, operator }) }, dataDir, fillDemo);
    };
    const demo = production ? null : await own(open());
    const url = config.PUBLIC_URL ?? `http://localhost:${lyceum.port}`;
    const commandLine = { GRPC_PORT: lyceum.grpcPort };
    const parts = [
      `gRPC:              localhost:${lyceum.grpcPort}`,
      `Connect, gRPC-Web: http://localhost:${lyceum.connectPort}`,
      `Metrics:           ${measured.url}`,
    ];
    process.stdout.write(welcome({ url, consoleUrl: `${url}/console`, commandLine, parts, demo }));
  });
}

const GRACE_MS = 25_000;

main().catch(failStart);
