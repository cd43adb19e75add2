import { systemClock } from '../../services/chassis/clock.ts';
import { peersFrom, peerVariable } from '../../services/chassis/config/peers.ts';
import { InProcessBus } from '../../services/chassis/events/in-process-bus.ts';
import { IdentityIssuer } from '../../services/chassis/identity/identity-issuer.ts';
import { systemIds } from '../../services/chassis/ids.ts';
import { createLogger } from '../../services/chassis/log.ts';
import { GrpcServer } from '../../services/chassis/rpc/grpc-server.ts';
import { ServiceRouter } from '../../services/chassis/rpc/service-router.ts';
import { RunningService } from '../../services/chassis/service.ts';
import { testKeys, testVerifier } from '../../services/chassis/testing/test-identities.ts';
import { databaseVariable } from '../../system/database-urls.ts';
import { services } from '../../system/services.ts';
import { given, serveBench } from './target.ts';

/** A service in a process of its own, as its `main.ts` runs it, on a port that the bench learns. SERVICE names it, PEERS those that it calls. */
const name = given('SERVICE');
const definition = services.find((service) => service.name === name);
if (!definition) throw new Error(`there is no service ${name}`);
const log = createLogger({ name: 'bench', level: 'warn', pretty: false });
const router = new ServiceRouter();
const peers = given('PEERS').split(',').filter(Boolean);
peersFrom(peers, Object.fromEntries(peers.map(peerVariable).map((variable) => [variable, given(variable)])), router);
const service = new RunningService(definition, {
  databaseUrl: given(databaseVariable(name)),
  maxConnections: 8,
  statementTimeoutMs: 10_000,
  clock: systemClock,
  ids: systemIds,
  log,
  bus: new InProcessBus(log),
  router,
  issuer: definition.issuesIdentities && new IdentityIssuer(testKeys, systemClock),
});
await service.start();
serveBench(await new GrpcServer({ address: '127.0.0.1:0', services: [service], verifier: testVerifier }).start());
