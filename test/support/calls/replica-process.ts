import { GrpcServer } from '../../../platform/calls/grpc-server.ts';
import { ServiceRouter } from '../../../platform/calls/service-router.ts';
import { systemClock } from '../../../platform/core/clock.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { InProcessBus } from '../../../platform/events/in-process-bus.ts';
import { query } from '../../../platform/handler/query.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { RunningService } from '../../../platform/process/service.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { answering } from './answering.ts';
import { testVerifier } from './test-identities.ts';

/**
 * A program that is one replica of a service and answers with its address, for tests of how callers find and lose
 * replicas.
 */
const [address = ''] = process.argv.slice(2);
const { getUser } = UserService.method;
const users = answering(UserService, {
  getUser: query(getUser, async (_, { id }) => ({ user: { id, code: address } })),
});
const service = new RunningService(
  { name: 'directory', tables: [], constraints: {}, implementations: [users], consumers: [] },
  {
    databaseUrl: 'postgresql://127.0.0.1:1/none',
    maxConnections: 1,
    statementTimeoutMs: 1_000,
    clock: systemClock,
    ids: systemIds,
    log: silentLogger,
    bus: new InProcessBus(silentLogger),
    router: new ServiceRouter(),
  },
);
const port = await new GrpcServer({ address, services: [service], verifier: testVerifier }).start();
process.stdout.write(`${port}\n`);
