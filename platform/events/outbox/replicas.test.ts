import { afterAll, expect, it, vi } from 'vitest';
import { OutboxListedSchema } from '../../../proto/gen/lyceum/outbox/v1/events_pb.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { newTestBus } from '../../../test/support/nats/nats-users.ts';
import { RelayBench } from '../../../test/support/nats/relay-bench.ts';
import { startProbe } from '../../../test/support/probe/start-probe.ts';
import { event } from '../../core/event.ts';

const nats = await TestNats.start();
const probe = await startProbe();
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  await probe.stop();
  for (const end of ends) await end();
  await nats.remove();
});

it('events that any replica of a service commits are published at once by the one whose relay is active', async () => {
  const replicas = await Promise.all(
    [1, 2].map(async () => {
      const { bus, close } = await newTestBus(nats.url);
      ends.push(close);
      return probe.service({ consumers: [], listeners: [] }, { bus });
    }),
  );
  for (const replica of replicas) await replica.start();
  const committed = event(OutboxListedSchema, 'probe', {});
  // Each time they wait less than until the active relay would find the event without having been woken.
  for (const aggregate of ['a', 'b', 'c', 'd']) {
    await probe.sql(RelayBench.INSERT, [[aggregate]]);
    replicas[aggregate < 'c' ? 0 : 1]?.runtime.committed([committed]);
    await vi.waitFor(async () => {
      expect(await probe.sql('SELECT FROM outbox WHERE published_at IS NULL')).toEqual([]);
    }, 4_000);
  }
  expect(replicas.filter(({ counts }) => counts.events.published === 4)).toHaveLength(1);
});
