import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { natsUsers } from '../../../deploy/installation/nats-users.ts';
import { openBus } from '../../../platform/events/open-bus.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { always, newEnvelope } from '../../../test/support/nats/events.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { TestDatabases } from '../../../test/support/postgres/test-databases.ts';
import type { Program } from '../../../test/support/process/program.ts';
import { portOf, spawnService } from '../../../test/support/process/service-process.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';

/** Two replicas of webhooks as in production: one records while the other waits to take over. */
const scope = new TestScope();
const institutionId = randomUUID();
const resources = Array.from({ length: 20 }, () => randomUUID());
let nats: TestNats;
let databaseUrl: string;
let publish: (events: readonly EventEnvelope[]) => Promise<unknown>;
const replicas: Program[] = [];

beforeAll(async () => {
  nats = await TestNats.start(natsUsers);
  scope.onClear(() => nats.remove());
  const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), ['webhooks']);
  scope.onClear(() => databases.drop());
  databaseUrl = databases.url('webhooks');
  const { bus, close } = await openBus({ NATS_URL: nats.urlOf('directory') }, 'test', silentLogger);
  scope.onClear(close);
  publish = (events) => bus.publish(events, always);
  await startReplica(0);
});
afterAll(() => scope.clear());

async function startReplica(n: number): Promise<void> {
  const program = spawnService({ service: 'webhooks', databaseUrl }, new Map(), { NATS_URL: nats.urlOf('webhooks') });
  replicas[n] = scope.run(program);
  await portOf(program);
}

/** Publishes one more event of each resource; returns them in order. */
async function publishNext(): Promise<EventEnvelope[]> {
  const events = resources.map((resourceId) =>
    newEnvelope({
      type: UserUpdatedSchema.typeName,
      institutionId,
      aggregateId: resourceId,
      resourceId,
      actorType: 'system',
    }),
  );
  await publish(events);
  return events;
}

interface Row {
  readonly id: string;
  readonly sequence: number;
  readonly resource: string;
}

const behind = (sequence: number) =>
  query<Row>(
    databaseUrl,
    `SELECT id, sequence::int, resource_id AS resource FROM events
     WHERE institution_id = $1 AND sequence > $2 ORDER BY sequence LIMIT 30`,
    [institutionId, sequence],
  );

it('records all events once and in order, and shows none late, when either replica dies or hangs', async () => {
  const published: EventEnvelope[] = [];
  const seen: Row[] = [];
  const readOn = async () => {
    for (let rows: Row[] = []; ; seen.push(...rows)) {
      rows = await behind(seen.at(-1)?.sequence ?? 0);
      if (rows.length === 0) return seen.length;
    }
  };
  /** Publishes events before, during and after a fault of a replica; returns when the last one has arrived. */
  const during = async (disrupt: () => Promise<unknown>) => {
    for (let n = 0; n < 3; n++) published.push(...(await publishNext()));
    const disruption = disrupt();
    for (let n = 0; n < 5; n++) published.push(...(await publishNext()));
    await until('the last event', async () => (await readOn()) >= published.length, 60_000);
    await disruption;
  };
  // The only replica left does the work, so each fault hits the active one.
  await during(() => startReplica(1));
  await during(async () => {
    replicas[0]?.kill('SIGKILL');
    await replicas[0]?.exited;
  });
  await during(() => startReplica(0));
  await during(async () => void replicas[1]?.kill('SIGSTOP'));
  replicas[1]?.kill('SIGCONT');
  await during(async () => undefined);
  expect(seen).toHaveLength(published.length);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(published.length);
  const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);
  for (const resource of resources)
    expect(idsOf(seen.filter((row) => row.resource === resource))).toEqual(
      idsOf(published.filter(({ resourceId }) => resourceId === resource)),
    );
  const [deadLetter] = await query<{ count: number }>(databaseUrl, 'SELECT count(*)::int AS count FROM dead_letters');
  expect(deadLetter?.count).toBe(0);
}, 180_000);
