import { newCursorKey } from '../../gateway/cursor/cursor-keys.ts';
import { Gateway } from '../../gateway/gateway.ts';
import { systemClock } from '../../services/chassis/clock.ts';
import { peersFrom } from '../../services/chassis/config/peers.ts';
import { InProcessBus } from '../../services/chassis/events/in-process-bus.ts';
import { systemIds } from '../../services/chassis/ids.ts';
import { createLogger } from '../../services/chassis/log.ts';
import { ServiceRouter } from '../../services/chassis/rpc/service-router.ts';
import { given, serveBench } from './target.ts';

/** The gateway in a process of its own, in front of the services that the scenarios ask. */
const log = createLogger({ name: 'bench', level: 'warn', pretty: false });
const router = new ServiceRouter();
const urls = { DIRECTORY_URL: given('DIRECTORY_URL'), TIMETRACKING_URL: given('TIMETRACKING_URL') };
peersFrom(['directory', 'timetracking'], urls, router);
const gateway = await Gateway.create(
  { host: '127.0.0.1', port: 0, cursorKeys: [newCursorKey()], requestTimeoutMs: 30_000 },
  { router, bus: new InProcessBus(log), clock: systemClock, ids: systemIds, log },
);
serveBench(await gateway.start());
