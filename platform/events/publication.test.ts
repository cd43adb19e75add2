import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterEach, expect, it } from 'vitest';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { always, newEnvelope } from '../../test/support/nats/events.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';
import { newTestBus } from '../../test/support/nats/nats-users.ts';
import { findOlderNats } from '../../test/support/nats/provide-nats-server.ts';
import { until } from '../../test/support/until.ts';
import { ALL_EVENTS, EVENT_STREAM } from './event-stream.ts';
import type { JetStreamBus } from './jetstream-bus.ts';
import { natsServers } from './nats/nats-link.ts';
import { ADMIN } from './nats/nats-user.ts';

const older = await findOlderNats();
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(program?: string): Promise<{ nats: TestNats; bus: JetStreamBus }> {
  const nats = await TestNats.start(undefined, undefined, program);
  ends.push(() => nats.remove());
  return { nats, bus: await newBus(nats) };
}

async function newBus(nats: TestNats): Promise<JetStreamBus> {
  const { bus, close } = await newTestBus(nats.url);
  ends.push(close);
  return bus;
}

async function administer<T>(nats: TestNats, work: (jsm: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<T>) {
  const connection = await connect(natsServers({ url: nats.urlOf(ADMIN) }));
  try {
    return await work(await jetstreamManager(connection));
  } finally {
    await connection.close();
  }
}

/** The ids of the stored events, in order, and how many batches they were stored in. */
function stored(nats: TestNats): Promise<{ ids: string[]; batches: number }> {
  return administer(nats, async ({ streams, direct }) => {
    const { messages } = (await streams.info(EVENT_STREAM)).state;
    const all = [];
    for (let seq = 0; all.length < messages; seq = all.at(-1)?.seq ?? seq) {
      const message = await direct.getMessage(EVENT_STREAM, { seq: seq + 1, next_by_subj: ALL_EVENTS });
      if (message) all.push(message);
    }
    const batches = new Set(all.map(({ header }) => header.get('Nats-Batch-Id')).filter(Boolean));
    return { ids: all.map(({ header }) => header.get('Nats-Msg-Id')), batches: batches.size };
  });
}

/** Events of three aggregates in turns. */
const newEvents = (count: number) =>
  Array.from({ length: count }, (_, n) => newEnvelope({ aggregateId: 'abc'.charAt(n % 3) }));
const idsOf = (events: readonly EventEnvelope[]) => events.map(({ id }) => id);
const ofAggregate = (events: readonly EventEnvelope[], ids: readonly string[], aggregate: string) =>
  ids.filter((id) => events.find((event) => event.id === id)?.aggregateId === aggregate);

/** Each event is stored once, and those of an aggregate in order. */
function expectEachOnce(events: readonly EventEnvelope[], ids: readonly string[]): void {
  expect(ids.toSorted()).toEqual(idsOf(events).toSorted());
  for (const aggregate of 'abc')
    expect(ofAggregate(events, ids, aggregate)).toEqual(ofAggregate(events, idsOf(events), aggregate));
}

/** Publishes until all are taken, as a relay does. */
async function publishAll(bus: JetStreamBus, events: readonly EventEnvelope[]): Promise<void> {
  let left = events;
  await until('the publication', async () => {
    const { ids } = await bus.publish(left, always);
    left = left.filter(({ id }) => !ids.has(id));
    return left.length === 0;
  });
}

it('a turn is one batch in its order, and a few events are none', async () => {
  const { nats, bus } = await start();
  const [few, many] = [newEvents(5), newEvents(500)];
  expect((await bus.publish(few, always)).ids).toEqual(new Set(idsOf(few)));
  expect((await stored(nats)).batches).toBe(0);
  expect((await bus.publish(many, always)).ids).toEqual(new Set(idsOf(many)));
  const { ids, batches } = await stored(nats);
  expect(batches).toBe(1);
  expect(ids.slice(5)).toEqual(idsOf(many));
});

it.each([
  ['the whole turn again, as after a kill before it was marked', (events: EventEnvelope[]) => events],
  ['a single event', (events: EventEnvelope[]) => events.slice(4, 5)],
  ['the first of an aggregate', (events: EventEnvelope[]) => events.slice(0, 1)],
])('what was stored before is stored once: %s', async (_, choose) => {
  const { nats, bus } = await start();
  const events = newEvents(12);
  await bus.publish(choose(events), always);
  expect((await (await newBus(nats)).publish(events, always)).ids).toEqual(new Set(idsOf(events)));
  expect((await stored(nats)).ids.toSorted()).toEqual(idsOf(events).toSorted());
});

it('an event that is twice in a turn is stored once', async () => {
  const { nats, bus } = await start();
  const events = newEvents(8);
  expect((await bus.publish([...events, ...events], always)).ids).toEqual(new Set(idsOf(events)));
  expectEachOnce(events, (await stored(nats)).ids);
});

it('an event that no server takes delays those of its aggregate, and no others', async () => {
  const { nats, bus } = await start();
  const events = newEvents(12).map((event, n) => (n === 3 ? { ...event, payload: new Uint8Array(2_000_000) } : event));
  const taken = await bus.publish(events, always);
  const expected = idsOf(events.filter(({ aggregateId }, n) => aggregateId !== 'a' || n < 3));
  expect(taken.ids).toEqual(new Set(expected));
  expect([taken.failure instanceof Error, taken.isUnavailable]).toEqual([true, false]);
  expect((await stored(nats)).ids.toSorted()).toEqual(expected.toSorted());
});

it('a stream with room for a part of a turn takes that, in the order of its aggregates', async () => {
  const { nats, bus } = await start();
  const events = newEvents(300);
  await bus.publish(newEvents(10), always);
  const bytes = await administer(nats, async ({ streams }) => (await streams.info(EVENT_STREAM)).state.bytes);
  await administer(nats, ({ streams }) => streams.update(EVENT_STREAM, { max_bytes: bytes * 11 }));
  const taken = await bus.publish(events, always);
  expect([taken.failure instanceof Error, taken.isUnavailable]).toEqual([true, false]);
  expect(taken.ids.size).toBeGreaterThan(50);
  expect(taken.ids.size).toBeLessThan(300);
  await administer(nats, ({ streams }) => streams.update(EVENT_STREAM, { max_bytes: -1 }));
  await publishAll(bus, events);
  expectEachOnce(events, (await stored(nats)).ids.slice(10));
});

it('a stream without batches takes them one by one, and in batches once it is provisioned again', async () => {
  const { nats, bus } = await start();
  await administer(nats, ({ streams }) => streams.update(EVENT_STREAM, { allow_atomic: false }));
  const [before, after] = [newEvents(12), newEvents(12)];
  expect((await bus.publish(before, always)).ids.size).toBe(12);
  expectEachOnce(before, (await stored(nats)).ids);
  expect((await stored(nats)).batches).toBe(0);
  await nats.declare({ name: 'test.again', types: [] });
  await bus.publish(after, always);
  expect((await stored(nats)).batches).toBe(1);
});

it.skipIf(older === undefined)('a server without batches takes each once, in the order of its aggregate', async () => {
  const { nats, bus } = await start(older);
  const events = newEvents(100);
  expect((await bus.publish(events, always)).ids).toEqual(new Set(idsOf(events)));
  await bus.publish(events, always);
  expectEachOnce(events, (await stored(nats)).ids);
});

it('two relays at once store each event once, in the order of its aggregate', async () => {
  const { nats, bus } = await start();
  const other = await newBus(nats);
  const events = newEvents(200);
  const [one, two] = await Promise.all([bus.publish(events, always), other.publish(events.slice(0, 150), always)]);
  expect([one.ids.size, two.ids.size]).toEqual([200, 150]);
  expectEachOnce(events, (await stored(nats)).ids);
});

it('a relay that loses its lock before the end of a batch has published nothing', async () => {
  const { nats, bus } = await start();
  let left = 1;
  const events = newEvents(12);
  expect((await bus.publish(events, () => left-- > 0)).ids).toEqual(new Set());
  expect((await stored(nats)).ids).toEqual([]);
  await publishAll(await newBus(nats), events);
  expect((await stored(nats)).ids).toEqual(idsOf(events));
});

it.each([
  ['is killed', 'SIGKILL'],
  ['hangs', 'SIGSTOP'],
] as const)('a server that %s before the end of a batch has each event once afterwards', async (_, signal) => {
  const { nats, bus } = await start();
  const pid = Number(readFileSync(join(nats.directory, 'pid'), 'utf8'));
  const events = newEvents(300);
  let asked = 0;
  const taken = await bus.publish(events, () => {
    if (++asked === 2) process.kill(pid, signal);
    return true;
  });
  expect([taken.ids.size, taken.isUnavailable]).toEqual([0, true]);
  if (signal === 'SIGKILL') await nats.start();
  else nats.resume();
  await publishAll(bus, events);
  const { ids, batches } = await stored(nats);
  expectEachOnce(events, ids);
  // What hung has read the whole batch later.
  if (signal === 'SIGSTOP') expect(batches).toBe(1);
});
