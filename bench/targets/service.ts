import { databaseVariable } from '../../deploy/installation/database-urls.ts';
import { services } from '../../deploy/installation/services.ts';
import { GrpcServer } from '../../platform/calls/grpc-server.ts';
import { IdentityIssuer } from '../../platform/calls/identity/identity-issuer.ts';
import { ServiceRouter } from '../../platform/calls/service-router.ts';
import { systemClock } from '../../platform/core/clock.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { InProcessBus } from '../../platform/events/in-process-bus.ts';
import { createLogger } from '../../platform/observability/log.ts';
import { peersFrom, peerVariable } from '../../platform/process/peers.ts';
import { RunningService } from '../../platform/process/service.ts';
import { testKeys, testVerifier } from '../../test/support/calls/test-identities.ts';
import { testConfiguration } from '../../test/support/calls/test-secret-keys.ts';
import { requiredVariable, serveBench } from './target.ts';

/**
 * A service in a separate process, as its `main.ts` runs it, on a port reported to the bench. SERVICE names it, PEERS
 * the services that it calls.
 */
const name = requiredVariable('SERVICE');
const definition = services.find((service) => service.name === name);
if (!definition) throw new Error(`there is no service ${name}`);
const log = createLogger({ name: 'bench', level: 'warn', pretty: false });
const router = new ServiceRouter();
const peers = requiredVariable('PEERS').split(',').filter(Boolean);
peersFrom(
  peers,
  Object.fromEntries(peers.map(peerVariable).map((variable) => [variable, requiredVariable(variable)])),
  router,
);
const service = new RunningService(definition, {
  databaseUrl: requiredVariable(databaseVariable(name)),
  configuration: testConfiguration,
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
await service.warmUp();
serveBench(await new GrpcServer({ address: '127.0.0.1:0', services: [service], verifier: testVerifier }).start());
