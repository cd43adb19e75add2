import { systemClock } from '../../services/chassis/clock.ts';
import { peersFrom } from '../../services/chassis/config/peers.ts';
import { InProcessBus } from '../../services/chassis/events/in-process-bus.ts';
import { systemIds } from '../../services/chassis/ids.ts';
import { createLogger } from '../../services/chassis/log.ts';
import { GrpcServer } from '../../services/chassis/rpc/grpc-server.ts';
import { ServiceRouter } from '../../services/chassis/rpc/service-router.ts';
import { RunningService } from '../../services/chassis/service.ts';
import { databaseVariable } from '../../system/database-urls.ts';
import { services } from '../../system/services.ts';
import { given, serveBench } from './target.ts';

/** A service in a process of its own, as its `main.ts` runs it, on a port that the bench learns. */
const name = given('SERVICE');
const definition = services.find((each) => each.name === name);
if (!definition) throw new Error(`there is no service ${name}`);
const router = new ServiceRouter();
const directoryUrl = process.env.DIRECTORY_URL;
if (directoryUrl !== undefined) peersFrom(['directory'], { DIRECTORY_URL: directoryUrl }, router);
const log = createLogger({ name: 'bench', level: 'warn', pretty: false });
const service = new RunningService(definition, {
  databaseUrl: given(databaseVariable(name)),
  maxConnections: 8,
  statementTimeoutMs: 10_000,
  clock: systemClock,
  ids: systemIds,
  log,
  bus: new InProcessBus(log),
  router,
});
await service.start();
serveBench(await new GrpcServer({ address: '127.0.0.1:0', services: [service] }).start());
