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
import { failStart, listenOn } from '../services/chassis/start-error.ts';
import { gatewayVariables } from './config.ts';
import { Gateway } from './gateway.ts';

/** The gateway in a process of its own, in front of the services at the addresses that the environment gives. */
async function main(): Promise<void> {
  const environment = processEnvironment();
  const variables = { ...gatewayVariables, ...natsVariablesFor(environment), ...peerVariables(SERVICES) };
  const config = readConfig(variables, environment);
  const log = createLogger({ name: 'lyceum-gateway', level: config.LOG_LEVEL, pretty: process.stdout.isTTY });
  await runUntilSignal(log, GRACE_MS, async (own) => {
    const router = new ServiceRouter();
    await own(peersFrom(SERVICES, config as unknown as Record<string, string>, router), closeAll);
    const { bus } = await own(openBus(config, 'lyceum-gateway', log), (it) => it.close());
    const gateway = await Gateway.create(
      {
        host: config.HOST,
        port: config.PORT,
        publicUrl: config.PUBLIC_URL,
        errorsBaseUrl: config.ERRORS_BASE_URL,
        cursorKeys: config.CURSOR_KEYS,
        requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
      },
      { router, bus, clock: systemClock, ids: systemIds, log },
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
