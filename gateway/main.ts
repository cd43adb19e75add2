import { systemClock } from '../services/chassis/clock.ts';
import { ConfigError, readConfig } from '../services/chassis/config/config.ts';
import { processEnvironment } from '../services/chassis/config/environment.ts';
import { peersFrom, peerVariables } from '../services/chassis/config/peers.ts';
import { InProcessBus } from '../services/chassis/events/in-process-bus.ts';
import { systemIds } from '../services/chassis/ids.ts';
import { createLogger } from '../services/chassis/log.ts';
import { ServiceRouter } from '../services/chassis/rpc/service-router.ts';
import { stopOnSignal } from '../services/chassis/shutdown.ts';
import { gatewayVariables } from './config.ts';
import { Gateway } from './gateway.ts';

/** The gateway in a process of its own, in front of the services at the addresses that the environment gives. */
async function main(): Promise<void> {
  const config = readConfig({ ...gatewayVariables, ...peerVariables(SERVICES) }, processEnvironment());
  const log = createLogger({ name: 'lyceum-gateway', level: config.LOG_LEVEL, pretty: process.stdout.isTTY });
  const router = new ServiceRouter();
  const remotes = peersFrom(SERVICES, config as unknown as Record<string, string>, router);
  const bus = new InProcessBus(log);
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
  const port = await gateway.start();
  log.info({ port }, 'ready');
  stopOnSignal(log, GRACE_MS, async () => {
    await gateway.stop();
    for (const remote of remotes) remote.close();
    await bus.close();
  });
}

const SERVICES = ['directory', 'scheduling', 'curricula', 'locations', 'timetracking'];
const GRACE_MS = 25_000;

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
