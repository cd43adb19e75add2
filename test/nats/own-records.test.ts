import { randomBytes } from 'node:crypto';
import { afterAll, expect, inject, it } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { ServiceRouter } from '../../platform/calls/service-router.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { closeAll, peersFrom } from '../../platform/process/peers.ts';
import { AuditStreamKind, AuditStreamService } from '../../proto/gen/lyceum/identity/v1/audit_stream_pb.ts';
import { callAs } from '../support/call-as.ts';
import { TestNats } from '../support/nats/nats-server.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import { portOf, SERVICES, spawnService } from '../support/process/service-process.ts';
import { Scrape } from '../support/scrape.ts';
import { TestScope } from '../support/test-scope.ts';

const scope = new TestScope();
afterAll(() => scope.clear());

it('identity in its own process reads its own records as those of the others, for the stream of the audit', async () => {
  const nats = await TestNats.start(natsUsers);
  scope.onClear(() => nats.remove());
  const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), ['identity']);
  scope.onClear(() => databases.drop());
  // Nothing listens there.
  const others = new Map(SERVICES.filter((name) => name !== 'identity').map((name) => [name, 1]));
  const address = { service: 'identity', databaseUrl: databases.url('identity') };
  const program = scope.run(spawnService(address, others, { NATS_URL: nats.urlOf('identity') }));
  const [, metricsPort] = await program.waitForOutput(/"metricsPort":(\d+)/);
  const router = new ServiceRouter();
  const remotes = peersFrom(['identity'], { IDENTITY_URL: `127.0.0.1:${await portOf(program)}` }, router);
  scope.onClear(async () => closeAll(remotes));
  const [institutionId, userId, sessionId] = [systemIds.newId(), systemIds.newId(), systemIds.newId()];
  const owner = { institutionId, userId, name: 'Ada', sessionId, roles: ['owner'] } as const;
  const stream = { kind: AuditStreamKind.HTTPS, url: 'https://siem.example/' };
  await callAs(router, { kind: 'administrator', ...owner })(AuditStreamService.method.setAuditStream, stream);
  // The trail needs all services; that its own call is answered shows in its metrics alone.
  const ownCalls = ({ samples }: Scrape) =>
    samples.filter(({ name, labels }) => name === 'lyceum_rpc_client_calls_total' && labels.target === 'identity');
  const scrape = await Scrape.until(
    'a call of its own',
    `http://127.0.0.1:${metricsPort}/metrics`,
    (each) => ownCalls(each).length > 0,
  );
  expect(ownCalls(scrape).map(({ labels }) => [labels.method, labels.code])).toEqual([
    ['AuditService/ListAuditRecords', 'OK'],
  ]);
});
