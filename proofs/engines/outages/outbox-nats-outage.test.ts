import { setTimeout as sleep } from 'node:timers/promises';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JetStreamBus } from '../../../platform/events/jetstream-bus.ts';
import type { NatsLink } from '../../../platform/events/nats/nats-link.ts';
import { type Consumer, consume } from '../../../platform/handler/consume.ts';
import { IntegrationCreatedSchema } from '../../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { newTestBus } from '../../../test/support/nats/nats-users.ts';
import { insertNote } from '../../../test/support/probe/notes.ts';
import { type Probe, startProbe } from '../../../test/support/probe/start-probe.ts';

const INSTITUTION = '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11';
const AGGREGATES = 4;

let nats: TestNats;
let source: Probe;
let target: Probe;
const ends: (() => Promise<void>)[] = [];
beforeEach(async () => {
  [nats, source, target] = await Promise.all([TestNats.start(), startProbe(), startProbe()]);
});
afterEach(async () => {
  await Promise.all([source.stop(), target.stop()]);
  for (const end of ends.splice(0).reverse()) await end();
  await nats.remove();
});

/** A second bus, like that of another process. */
async function newBus(): Promise<{ bus: JetStreamBus; link: NatsLink }> {
  const bench = await newTestBus(nats.url);
  ends.push(bench.close);
  return bench;
}

/** A consumer that records what it handles, including duplicates. */
async function noting(name: string, handled: string[]): Promise<Consumer> {
  const types = [IntegrationCreatedSchema.typeName];
  await nats.declare({ name: `probe.${name}`, types, isInBatches: true });
  return consume(name, types, {
    async run(tx, envelopes) {
      for (const { payload } of envelopes) {
        const { integrationId } = fromBinary(IntegrationCreatedSchema, payload);
        insertNote(tx, INSTITUTION, `${name} ${integrationId} ${handled.push(integrationId)}`);
      }
      return [];
    },
  });
}

let number = 0;
/** Inserts one more event for each aggregate directly. */
async function publishAll(): Promise<void> {
  number++;
  for (let aggregate = 1; aggregate <= AGGREGATES; aggregate++) {
    const payload = toBinary(
      IntegrationCreatedSchema,
      create(IntegrationCreatedSchema, { integrationId: `${aggregate}-${number}` }),
    );
    await source.sql(
      `INSERT INTO outbox (institution_id, id, type, aggregate_id, request_id, actor_type, occurred_at, payload)
       VALUES ($1, gen_random_uuid(), $2, $3, 'r', 'system', now(), $4)`,
      [INSTITUTION, IntegrationCreatedSchema.typeName, String(aggregate), Buffer.from(payload)],
    );
  }
}

const notes = () => target.sql<{ title: string }>('SELECT title FROM notes');
const eventually = (assert: () => void | Promise<void>) => vi.waitFor(assert, { timeout: 40_000, interval: 25 });

it('writes continue during repeated outages of NATS; every event is handled once, in order', async () => {
  number = 0;
  const handled: string[] = [];
  await source.service({}, { bus: (await newBus()).bus }).start();
  await target.service({ consumers: [await noting('outage', handled)] }, { bus: (await newBus()).bus }).start();
  let isPublishing = true;
  // About as fast as the events are handled.
  let maxAhead = 200;
  const isFarAhead = async () => number * AGGREGATES - (await notes()).length > maxAhead;
  const teller = (async () => {
    while (isPublishing) {
      if (await isFarAhead()) await sleep(25);
      else await publishAll();
    }
  })();
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGKILL'] as const) {
    const before = (await notes()).length;
    await eventually(async () => expect((await notes()).length).toBeGreaterThan(before + 40));
    await nats.end(signal);
    const when = number;
    maxAhead = 1_000;
    await eventually(() => expect(number).toBeGreaterThan(when + 50));
    maxAhead = 200;
    await nats.start();
  }
  isPublishing = false;
  await teller;
  await eventually(async () => expect(await notes()).toHaveLength(number * AGGREGATES));
  expect(await source.sql('SELECT FROM outbox WHERE published_at IS NULL')).toEqual([]);
  for (let aggregate = 1; aggregate <= AGGREGATES; aggregate++) {
    const own = handled.filter((each) => each.startsWith(`${aggregate}-`));
    expect(own).toEqual(Array.from({ length: number }, (_, index) => `${aggregate}-${index + 1}`));
  }
}, 120_000);

it('if a process dies between handling and acknowledging an event, another receives it, and it is handled once', async () => {
  number = 0;
  const handled: string[] = [];
  const consumer = await noting('crash', handled);
  const dying = await newBus();
  const silenced: Consumer = {
    ...consumer,
    async handle(runtime, envelopes) {
      await consumer.handle(runtime, envelopes);
      await dying.link.close();
    },
  };
  await source.service({}, { bus: (await newBus()).bus }).start();
  await target.service({ consumers: [silenced] }, { bus: dying.bus }).start();
  await publishAll();
  await eventually(() => expect(handled.length).toBeGreaterThan(0));
  const [first = ''] = handled;
  // The lock of a process that dies is free.
  await target.sql(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%consumer/%' AND datname = current_database()",
  );
  const received: string[] = [];
  const heir: Consumer = {
    ...consumer,
    async handle(runtime, envelopes) {
      received.push(...envelopes.map(({ aggregateId }) => aggregateId));
      await consumer.handle(runtime, envelopes);
    },
  };
  await target.service({ consumers: [heir] }, { bus: (await newBus()).bus }).start();
  await eventually(() => expect(received).toHaveLength(AGGREGATES));
  expect(received[0]).toBe(first.split('-')[0]);
  await eventually(async () => expect(await notes()).toHaveLength(AGGREGATES));
  expect(handled).toHaveLength(AGGREGATES);
});
