import { newCursorKey } from '../../gateway/cursor/cursor-keys.ts';
import { Gateway } from '../../gateway/gateway.ts';
import { systemClock } from '../../services/chassis/clock.ts';
import { peersFrom } from '../../services/chassis/config/peers.ts';
import { InProcessBus } from '../../services/chassis/events/in-process-bus.ts';
import { systemIds } from '../../services/chassis/ids.ts';
import { createLogger } from '../../services/chassis/log.ts';
import { grpcTransport } from '../../services/chassis/rpc/grpc-transport.ts';
import { ServiceRouter } from '../../services/chassis/rpc/service-router.ts';
import { given, serveBench } from './target.ts';

/** The gateway in a process of its own, in front of the directory service: over multiplexed calls, as it runs, or over ordinary ones. */
const log = createLogger({ name: 'bench', level: 'warn', pretty: false });
const router = new ServiceRouter();
const address = given('DIRECTORY_URL');
if (given('TRANSPORT') === 'mux') peersFrom(['directory'], { DIRECTORY_URL: address }, router);
else router.add('directory', { transport: grpcTransport(address), isReady: async () => true });
const gateway = await Gateway.create(
  { host: '127.0.0.1', port: 0, cursorKeys: [newCursorKey()], requestTimeoutMs: 30_000 },
  { router, bus: new InProcessBus(log), clock: systemClock, ids: systemIds, log },
);
serveBench(await gateway.start());
