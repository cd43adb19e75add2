import { ServiceRouter } from '../platform/calls/service-router.ts';
import { callerCredentials } from '../platform/calls/tls.ts';
import { steadyClock, systemClock } from '../platform/core/clock.ts';
import { isForTerminal, processEnvironment, readConfig } from '../platform/core/config/config.ts';
import { systemIds } from '../platform/core/ids.ts';
import { failStart, listenOn } from '../platform/core/start-error.ts';
import { openBus } from '../platform/events/open-bus.ts';
import { createLogger } from '../platform/observability/log.ts';
import { openMetrics } from '../platform/observability/metrics/metrics-server.ts';
import { openTracing } from '../platform/observability/tracing/open-tracing.ts';
import { runUntilSignal } from '../platform/process/lifetime.ts';
import {
  registerCertificateMetrics,
  registerEventMetrics,
  registerLinkMetrics,
  registerTracingMetrics,
} from '../platform/process/metrics/register-process-metrics.ts';
import { closeAll, peersFrom } from '../platform/process/peers.ts';
import { GRACE_MS } from '../platform/process/shutdown-budget.ts';
import { openRateLimits } from './admission/open-rate-limits.ts';
import { gatewayConfigOf, gatewayProcessVariablesFor } from './config.ts';
import { GATEWAY_PEERS } from './endpoint/gateway-peers.ts';
import { Gateway } from './gateway.ts';
import { registerGatewayMetrics } from './register-gateway-metrics.ts';

/** Runs the gateway as a separate process, in front of the services at the addresses in the environment. */
async function main(): Promise<void> {
  const environment = processEnvironment();
  const variables = gatewayProcessVariablesFor(environment);
  const config = readConfig(variables, environment);
  const pretty = isForTerminal(environment, process.stdout);
  const log = createLogger({ name: 'lyceum-gateway', level: config.LOG_LEVEL, pretty });
  await runUntilSignal(log, GRACE_MS, async (acquire) => {
    const tracing = await acquire(openTracing(config, 'lyceum-gateway', log), (it) => it?.stop());
    const address = { host: config.METRICS_HOST, port: config.METRICS_PORT, log };
    const { metrics } = await acquire(openMetrics(address), (it) => it.close());
    const router = new ServiceRouter();
    const addresses = config as unknown as Record<string, string>;
    await acquire(
      peersFrom(GATEWAY_PEERS, addresses, router, { credentials: callerCredentials(config), log }),
      closeAll,
    );
    const events = await acquire(openBus(config, 'lyceum-gateway', log), (it) => it.close());
    const { bus, link } = events;
    const sharing = { timeoutMs: config.RATE_LIMIT_TIMEOUT_MS, log };
    const rateLimits = link && (await acquire(openRateLimits({ ...sharing, link }), (it) => it.close()));
    const deps = { router, bus, clock: systemClock, steadyClock, ids: systemIds, log, rateLimits, tracing };
    const gateway = await Gateway.create(gatewayConfigOf(config), deps);
    registerGatewayMetrics(metrics, gateway);
    registerEventMetrics(metrics, 'gateway', events);
    registerLinkMetrics(metrics, 'gateway', router);
    registerCertificateMetrics(metrics, 'gateway', config);
    registerTracingMetrics(metrics, tracing);
    const port = await acquire(
      listenOn('PORT', config.PORT, () => gateway.start()),
      (_, deadline) => gateway.stop(deadline),
    );
    log.info({ port }, 'ready');
  });
}

main().catch(failStart);
