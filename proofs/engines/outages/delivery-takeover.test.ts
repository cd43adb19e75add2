import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { natsUsers } from '../../../deploy/installation/nats-users.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { openBus } from '../../../platform/events/open-bus.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { newSigningSecret } from '../../../services/webhooks/secrets/signing-secret.ts';
import { testConfiguration } from '../../../test/support/calls/test-secret-keys.ts';
import { always, newEnvelope } from '../../../test/support/nats/events.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { TestDatabases } from '../../../test/support/postgres/test-databases.ts';
import type { Program } from '../../../test/support/process/program.ts';
import { portOf, spawnService } from '../../../test/support/process/service-process.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';

/** Two replicas of webhooks as in production, and a receiver. */
const scope = new TestScope();
const institutionId = randomUUID();
const resources = Array.from({ length: 6 }, () => randomUUID());
const published: EventEnvelope[] = [];
const replicas: Program[] = [];
let nats: TestNats;
let receiver: TestReceiver;
let databaseUrl: string;
let publish: (events: readonly EventEnvelope[]) => Promise<unknown>;

beforeAll(async () => {
  [nats, receiver] = await Promise.all([TestNats.start(natsUsers), TestReceiver.start()]);
  scope.onClear(() => nats.remove());
  scope.onClear(() => receiver.end());
  const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), ['webhooks']);
  scope.onClear(() => databases.drop());
  databaseUrl = databases.url('webhooks');
  const { bus, close } = await openBus({ NATS_URL: nats.urlOf('directory') }, 'test', silentLogger);
  scope.onClear(close);
  publish = (events) => bus.publish(events, always);
  await insertEndpoint();
  await Promise.all([startReplica(0), startReplica(1)]);
});
afterAll(() => scope.clear());

async function insertEndpoint(): Promise<void> {
  const id = randomUUID();
  const owner = `${institutionId}/${id}`;
  const { keyId, sealed } = testConfiguration.WEBHOOKS_SECRET_KEYS.seal(newSigningSecret(systemIds), owner);
  const key = [institutionId, id];
  await query(
    databaseUrl,
    `INSERT INTO endpoints (institution_id, id, url, types, is_enabled, revision, created_at, updated_at)
     VALUES ($1, $2, $3, '{}', true, $2, now(), now())`,
    [...key, receiver.url],
  );
  await query(
    databaseUrl,
    'INSERT INTO endpoint_secrets (institution_id, endpoint_id, id, key_id, sealed) VALUES ($1, $2, $2, $3, $4)',
    [...key, keyId, Buffer.from(sealed)],
  );
  await query(
    databaseUrl,
    'INSERT INTO endpoint_queues (institution_id, endpoint_id, is_slow, host) VALUES ($1, $2, false, $3)',
    [...key, new URL(receiver.url).host],
  );
}

async function startReplica(n: number): Promise<void> {
  const program = spawnService({ service: 'webhooks', databaseUrl }, new Map(), { NATS_URL: nats.urlOf('webhooks') });
  replicas[n] = scope.run(program);
  await portOf(program);
}

/** Publishes one more event of each resource. */
async function publishNext(): Promise<void> {
  const events = resources.map((resourceId) =>
    newEnvelope({
      ...{ type: UserUpdatedSchema.typeName, institutionId, aggregateId: resourceId, resourceId, actorType: 'system' },
    }),
  );
  published.push(...events);
  await publish(events);
}

/** The events the receiver accepted, each once, in order of first arrival. */
const taken = new Map<string, string>();

const takeAll = () => {
  receiver.answer = (response, { body }) => {
    const { id, resource } = JSON.parse(body);
    if (!taken.has(id)) taken.set(id, resource.id);
    response.writeHead(204).end();
  };
};

/** A dead worker's leases expire after half a minute; here at once. */
const endLeases = () => query(databaseUrl, 'UPDATE endpoint_queues SET leased_until = now()');
const allSucceeded = () =>
  until(
    'the last delivery',
    async () => {
      const rows = await query<{ status: string }>(databaseUrl, 'SELECT status FROM deliveries');
      return rows.length === published.length && rows.every(({ status }) => status === 'succeeded');
    },
    60_000,
  );

it('delivers every event in the order of its resource when a replica dies or hangs during delivery', async () => {
  receiver.answer = () => undefined;
  for (let n = 0; n < 3; n++) await publishNext();
  await until('requests that hang', () => receiver.requests.length > 0);
  for (const replica of replicas) replica.kill('SIGKILL');
  await Promise.all(replicas.map(({ exited }) => exited));
  takeAll();
  for (let n = 0; n < 2; n++) await publishNext();
  await Promise.all([startReplica(0), startReplica(1)]);
  await endLeases();
  await allSucceeded();

  await publishNext();
  replicas[0]?.kill('SIGSTOP');
  for (let n = 0; n < 2; n++) await publishNext();
  const recorded = async () => (await query(databaseUrl, 'SELECT FROM deliveries')).length === published.length;
  await until('the deliveries', recorded, 60_000);
  await endLeases();
  await allSucceeded();
  replicas[0]?.kill('SIGCONT');
  await publishNext();
  await allSucceeded();

  expect(taken.size).toBe(published.length);
  for (const resource of resources)
    expect([...taken].filter(([, of]) => of === resource).map(([id]) => id)).toEqual(
      published.filter(({ resourceId }) => resourceId === resource).map(({ id }) => id),
    );
}, 180_000);
