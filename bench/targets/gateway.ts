import { services } from '../../deploy/installation/services.ts';
import { newCursorKey } from '../../gateway/endpoint/cursor-keys.ts';
import { Gateway } from '../../gateway/gateway.ts';
import { ServiceRouter } from '../../platform/calls/service-router.ts';
import { systemClock } from '../../platform/core/clock.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { InProcessBus } from '../../platform/events/in-process-bus.ts';
import { createLogger } from '../../platform/observability/log.ts';
import { peersFrom, peerVariable } from '../../platform/process/peers.ts';
import { grpcTransport } from '../../test/support/calls/grpc-transport.ts';
import { limitsOfEnvironment } from './limits.ts';
import { requiredVariable, serveBench } from './target.ts';

/**
 * The gateway in a separate process before all services: over multiplexed calls, as in production, or over unary calls.
 */
const log = createLogger({ name: 'bench', level: 'warn', pretty: false });
const router = new ServiceRouter();
const peers = services.map(({ name }) => name);
const addresses = Object.fromEntries(peers.map(peerVariable).map((name) => [name, requiredVariable(name)]));
if (requiredVariable('TRANSPORT') === 'mux') peersFrom(peers, addresses, router);
else
  for (const peer of peers) {
    router.add(peer, { transport: grpcTransport(requiredVariable(peerVariable(peer))), isReady: async () => true });
  }
const gateway = await Gateway.create(
  {
    host: '127.0.0.1',
    port: 0,
    cursorKeys: [newCursorKey()],
    requestTimeoutMs: 30_000,
    admission: limitsOfEnvironment(),
  },
  { router, bus: new InProcessBus(log), clock: systemClock, ids: systemIds, log },
);
serveBench(await gateway.start());
