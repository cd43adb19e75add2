import { ServiceRouter } from '../platform/calls/service-router.ts';
import { callerCredentials } from '../platform/calls/tls.ts';
import { systemClock } from '../platform/core/clock.ts';
import { isForTerminal, processEnvironment, readConfig } from '../platform/core/config/config.ts';
import { systemIds } from '../platform/core/ids.ts';
import { failStart, listenOn } from '../platform/core/start-error.ts';
import { createLogger } from '../platform/observability/log.ts';
import { openMetrics } from '../platform/observability/metrics/metrics-server.ts';
import { runUntilSignal } from '../platform/process/lifetime.ts';
import {
  registerCertificateMetrics,
  registerLinkMetrics,
} from '../platform/process/metrics/register-process-metrics.ts';
import { closeAll, peersFrom } from '../platform/process/peers.ts';
import { CONSOLE_PEERS, consoleProcessVariables, GRACE_MS } from './config.ts';
import { Console } from './console.ts';
import { registerConsoleMetrics } from './register-console-metrics.ts';

/** Runs the console as a separate process, in front of the services at the addresses in the environment. */
async function main(): Promise<void> {
  const environment = processEnvironment();
  const config = readConfig(consoleProcessVariables, environment);
  const pretty = isForTerminal(environment, process.stdout);
  const log = createLogger({ name: 'lyceum-console', level: config.LOG_LEVEL, pretty });
  await runUntilSignal(log, GRACE_MS, async (acquire) => {
    const { metrics } = await acquire(
      openMetrics({ host: config.METRICS_HOST, port: config.METRICS_PORT, log }),
      (it) => it.close(),
    );
    const router = new ServiceRouter();
    const addresses = config as unknown as Record<string, string>;
    await acquire(
      peersFrom(CONSOLE_PEERS, addresses, router, { credentials: callerCredentials(config), log }),
      closeAll,
    );
    const console = await Console.create(
      {
        url: () => config.CONSOLE_URL,
        publicUrl: () => config.PUBLIC_URL,
        trustedProxies: config.CONSOLE_TRUSTED_PROXIES,
        languages: config.CONSOLE_LANGUAGES,
        logRequests: config.LOG_REQUESTS === '1',
      },
      { router, clock: systemClock, ids: systemIds, log },
    );
    registerConsoleMetrics(metrics, console);
    registerLinkMetrics(metrics, 'console', router);
    registerCertificateMetrics(metrics, 'console', config);
    const address = { host: config.CONSOLE_HOST, port: config.CONSOLE_PORT };
    const port = await acquire(
      listenOn('CONSOLE_PORT', address.port, () => console.listen(address)),
      (_, deadline) => console.stop(deadline),
    );
    log.info({ port }, 'ready');
  });
}

main().catch(failStart);
