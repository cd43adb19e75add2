import { systemClock } from '../services/chassis/clock.ts';
import { readConfig } from '../services/chassis/config/config.ts';
import { processEnvironment } from '../services/chassis/config/environment.ts';
import { closeAll, peersFrom, peerVariables } from '../services/chassis/config/peers.ts';
import { openBus } from '../services/chassis/events/open-bus.ts';
import { systemIds } from '../services/chassis/ids.ts';
import { runUntilSignal } from '../services/chassis/lifetime.ts';
import { createLogger } from '../services/chassis/log.ts';
import { natsVariablesFor } from '../services/chassis/nats/nats-variables.ts';
import { ServiceRouter } from '../services/chassis/rpc/service-router.ts';
import { callerCredentials, tlsVariables } from '../services/chassis/rpc/tls.ts';
import { failStart, listenOn } from '../services/chassis/start-error.ts';
import { gatewayProcessVariables } from './config.ts';
import { Gateway } from './gateway.ts';
import { openRateLimits } from './rate-limit/open-rate-limits.ts';

/** The gateway in a process of its own, in front of the services at the addresses that the environment gives. */
async function main(): Promise<void> {
  const environment = processEnvironment();
  const variables = {
    ...gatewayProcessVariables,
    ...natsVariablesFor(environment),
    ...peerVariables(SERVICES),
    ...tlsVariables,
  };
  const config = readConfig(variables, environment);
  const log = createLogger({ name: 'lyceum-gateway', level: config.LOG_LEVEL, pretty: process.stdout.isTTY });
  await runUntilSignal(log, GRACE_MS, async (own) => {
    const router = new ServiceRouter();
    const addresses = config as unknown as Record<string, string>;
    await own(peersFrom(SERVICES, addresses, router, { credentials: callerCredentials(config), log }), closeAll);
    const { bus, link } = await own(openBus(config, 'lyceum-gateway', log), (it) => it.close());
    const sharing = { replicas: config.NATS_REPLICAS, patienceMs: config.RATE_LIMIT_PATIENCE_MS, log };
    const rateLimits = link && (await own(openRateLimits({ ...sharing, link }), (it) => it.close()));
    const gateway = await Gateway.create(
      {
        host: config.HOST,
        port: config.PORT,
        publicUrl: config.PUBLIC_URL,
        errorsBaseUrl: config.ERRORS_BASE_URL,
        cursorKeys: config.CURSOR_KEYS,
        requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
      },
      { router, bus, clock: systemClock, ids: systemIds, log, rateLimits },
    );
    const port = await own(
      listenOn('PORT', config.PORT, () => gateway.start()),
      () => gateway.stop(),
    );
    log.info({ port }, 'ready');
  });
}

const SERVICES = ['directory', 'scheduling', 'curricula', 'locations', 'timetracking'];
const GRACE_MS = 25_000;

main().catch(failStart);
