import { systemClock } from '../../services/chassis/clock.ts';
import { InProcessBus } from '../../services/chassis/events/in-process-bus.ts';
import { systemIds } from '../../services/chassis/ids.ts';
import { createLogger } from '../../services/chassis/log.ts';
import { GrpcServer } from '../../services/chassis/rpc/grpc-server.ts';
import { ServiceRouter } from '../../services/chassis/rpc/service-router.ts';
import { RunningService } from '../../services/chassis/service.ts';
import { databaseVariable } from '../../system/database-urls.ts';
import { services } from '../../system/services.ts';
import { given, serveBench } from './target.ts';

/** The service that SERVICE names in a process of its own, as its `main.ts` runs it, on a port that the bench learns. */
const log = createLogger({ name: 'bench', level: 'warn', pretty: false });
const definition = services.find(({ name }) => name === given('SERVICE'));
if (!definition) throw new Error(`there is no service ${given('SERVICE')}`);
const service = new RunningService(definition, {
  databaseUrl: given(databaseVariable(definition.name)),
  maxConnections: 8,
  statementTimeoutMs: 10_000,
  clock: systemClock,
  ids: systemIds,
  log,
  bus: new InProcessBus(log),
  router: new ServiceRouter(),
});
await service.start();
serveBench(await new GrpcServer({ address: '127.0.0.1:0', services: [service] }).start());
