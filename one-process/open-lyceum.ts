import { gatewayConfigOf } from '../gateway/config.ts';
import { OidcOperators } from '../platform/calls/identity/oidc-operators.ts';
import { steadyClock } from '../platform/core/clock.ts';
import { systemIds } from '../platform/core/ids.ts';
import type { Logger } from '../platform/observability/log.ts';
import { openMetrics } from '../platform/observability/metrics/metrics-server.ts';
import { openTracing } from '../platform/observability/tracing/open-tracing.ts';
import { openJournal } from '../platform/process/erasure/open-journal.ts';
import type { Acquire } from '../platform/process/lifetime.ts';
import { registerTracingMetrics } from '../platform/process/metrics/register-process-metrics.ts';
import { ProcessClock } from '../platform/process/process-clock.ts';
import type { RunningService } from '../platform/process/service.ts';
import type { LyceumConfig } from './config.ts';
import { Lyceum, type LyceumOptions } from './lyceum.ts';
import { registerLyceumMetrics } from './register-lyceum-metrics.ts';

interface OpenOptions extends Pick<LyceumOptions, 'databaseUrl' | 'directDatabaseUrl' | 'servers'> {
  readonly config: Omit<LyceumConfig, 'PUBLIC_URL'> & { readonly PUBLIC_URL: string | undefined };
  readonly log: Logger;
}

interface OpenLyceum {
  readonly lyceum: Lyceum;
  /** Where the metrics of all parts are. */
  readonly metrics: { readonly url: string; readonly port: number };
}

/**
 * Migrates the databases, then starts the platform in this process, with its metrics and traces.
 * @throws {StartError} if a port is not available
 */
export async function openLyceum(acquire: Acquire, { config, log, ...databases }: OpenOptions): Promise<OpenLyceum> {
  const tracing = await acquire(openTracing(config, 'lyceum', log), (it) => it?.stop());
  const address = { host: config.METRICS_HOST, port: config.METRICS_PORT, log };
  const measured = await acquire(openMetrics(address), (it) => it.close());
  const clock = new ProcessClock(log);
  const journal = await openJournal(config);
  const created = Lyceum.create({
    ...databases,
    journal,
    clock,
    steadyClock,
    ids: systemIds,
    log,
    grpcAddress: `127.0.0.1:${config.GRPC_PORT}`,
    connectAddress: `127.0.0.1:${config.CONNECT_PORT}`,
    explains: config.NODE_ENV !== 'production',
    identityKeys: config.IDENTITY_KEYS,
    oidcOperators: OidcOperators.of(config, clock),
    configuration: config,
    maxConnections: config.DATABASE_CONNECTIONS,
    maxCallsInFlight: config.MAX_CALLS_IN_FLIGHT,
    tracing,
    warmsUp: config.NODE_ENV === 'production',
    trustedProxies: config.CONSOLE_TRUSTED_PROXIES,
    consoleLanguages: config.CONSOLE_LANGUAGES,
    gateway: gatewayConfigOf(config),
  });
  const lyceum = await acquire(created, (it, deadline) => it.stop(deadline));
  registerLyceumMetrics(measured.metrics, lyceum);
  registerTracingMetrics(measured.metrics, tracing);
  await acquire(lyceum.system.migrate());
  const [{ runtime }] = lyceum.system.services as [RunningService];
  await acquire(clock.follow(runtime.db), () => clock.stop());
  await acquire(lyceum.start());
  return { lyceum, metrics: measured };
}
