import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { TestNats } from '../../dev/testing/nats-server.ts';
import { NatsLink } from '../../platform/events/nats/nats-link.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { WRITES_BUCKET } from '../nats-user.ts';
import { openWriteCells } from './open-write-cells.ts';
import { WriteAllowance } from './write-allowance.ts';

const NOON = Date.parse('2026-01-31T12:00:00Z');
const HALF_A_DAY_MS = 12 * 60 * 60 * 1000;
const DAY = Math.floor(NOON / (2 * HALF_A_DAY_MS));
const STEP = 100;
const ALL = 256 * STEP;

let nats: TestNats;
let clients = 0;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  nats = await TestNats.start([{ name: 'test', buckets: [WRITES_BUCKET] }]);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(() => nats.remove());

async function newLink(): Promise<NatsLink> {
  const link = await NatsLink.open({ url: nats.url, name: 'test', log: silentLogger });
  ends.push(() => link.close());
  return link;
}

/** Another gateway. */
async function newGateway(): Promise<WriteAllowance> {
  return new WriteAllowance({ bytesPerDay: ALL, cells: await openWriteCells(await newLink()), log: silentLogger });
}

const newClient = () => `institution/integration-${++clients}`;
const eventually = (assert: () => void) => vi.waitFor(assert, { timeout: 30_000, interval: 20 });

it('a single gateway counts up to the limit, by client and day', () => {
  const lines: object[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const writes = new WriteAllowance({ bytesPerDay: ALL, log });
  writes.spend('i/a', ALL - 1, NOON);
  expect(writes.refuse('i/a', NOON)).toBeUndefined();
  writes.spend('i/a', 1, NOON);
  expect([writes.refuse('i/a', NOON), writes.refuse('i/a', NOON + HALF_A_DAY_MS - 1)]).toEqual([12 * 3600, 1]);
  expect([writes.refuse('i/b', NOON), writes.refuse('i/a', NOON + HALF_A_DAY_MS)]).toEqual([undefined, undefined]);
  expect([writes.bytesWritten, writes.refusals]).toEqual([ALL, 2]);
  expect(lines).toMatchObject([{ institutionId: 'i', integrationId: 'a', bytes: ALL }]);
});

it('without a limit no client is rejected', () => {
  const writes = new WriteAllowance({ bytesPerDay: 0, log: silentLogger });
  writes.spend('i/a', Number.MAX_SAFE_INTEGER, NOON);
  expect(writes.refuse('i/a', NOON)).toBeUndefined();
});

it('gateways add up what a client writes at each, a step at a time', async () => {
  const [one, other] = [await newGateway(), await newGateway()];
  const client = newClient();
  one.spend(client, ALL - STEP, NOON);
  expect(other.refuse(client, NOON)).toBeUndefined();
  await eventually(() => {
    other.spend(client, STEP, NOON);
    expect(other.refuse(client, NOON)).toBe(12 * 3600);
  });
  // A gateway that has just started learns of it with its first step.
  const third = await newGateway();
  third.spend(client, STEP, NOON);
  await eventually(() => expect(third.refuse(client, NOON)).toBe(12 * 3600));
});

it('concurrent steps are neither lost nor counted twice', async () => {
  const gateways = await Promise.all([newGateway(), newGateway(), newGateway()]);
  const client = newClient();
  for (let n = 0; n < 60; n++) {
    for (const gateway of gateways) gateway.spend(client, STEP, NOON);
    await new Promise(setImmediate);
  }
  const cells = await openWriteCells(await newLink());
  await vi.waitFor(
    async () => expect(String(Buffer.from((await cells.read(`${DAY}/${client}`))?.value ?? []))).toBe(`${180 * STEP}`),
    { timeout: 30_000, interval: 20 },
  );
});

it.each(['words', 'NaN', '-5', 'Infinity', ''])('a cell that holds %j counts for nothing', async (forged) => {
  const gateway = await newGateway();
  const client = newClient();
  const cells = await openWriteCells(await newLink());
  await cells.write(`${DAY}/${client}`, Buffer.from(forged), 0);
  gateway.spend(client, STEP, NOON);
  await vi.waitFor(
    async () => expect(String(Buffer.from((await cells.read(`${DAY}/${client}`))?.value ?? []))).toBe(`${STEP}`),
    { timeout: 30_000, interval: 20 },
  );
  expect(gateway.refuse(client, NOON)).toBeUndefined();
});

it('a plausible forged cell blocks its own client until the day is over, and no other', async () => {
  const gateway = await newGateway();
  const [client, other] = [newClient(), newClient()];
  const cells = await openWriteCells(await newLink());
  await cells.write(`${DAY}/${client}`, Buffer.from(String(ALL)), 0);
  for (const each of [client, other]) gateway.spend(each, STEP, NOON);
  await eventually(() => expect(gateway.refuse(client, NOON)).toBe(12 * 60 * 60));
  expect(gateway.refuse(other, NOON)).toBeUndefined();
  expect(gateway.refuse(client, NOON + HALF_A_DAY_MS)).toBeUndefined();
});

it('a restart of the only server, which forgets all counts: a gateway tells it what it knows', async () => {
  const gateway = await newGateway();
  const client = newClient();
  const cells = await openWriteCells(await newLink());
  const shared = async () => Number(Buffer.from((await cells.read(`${DAY}/${client}`))?.value ?? []).toString());
  gateway.spend(client, ALL - 2 * STEP, NOON);
  await vi.waitFor(async () => expect(await shared()).toBe(ALL - 2 * STEP), { timeout: 30_000, interval: 20 });

  await nats.end('SIGKILL');
  await nats.start();
  gateway.spend(client, STEP, NOON);
  const isShared = async () => {
    gateway.spend(client, 1, NOON);
    expect(await shared()).toBeGreaterThan(0);
  };
  await vi.waitFor(isShared, { timeout: 30_000, interval: 20 });
  expect(await shared()).toBeGreaterThan(ALL - STEP);
});

it('while NATS is unavailable each gateway counts on its own, and they add up afterwards', async () => {
  const [one, other] = [await newGateway(), await newGateway()];
  const client = newClient();
  await nats.end();
  one.spend(client, ALL, NOON);
  expect([one.refuse(client, NOON), other.refuse(client, NOON)]).toEqual([12 * 3600, undefined]);
  await nats.start();
  await eventually(() => {
    one.spend(client, STEP, NOON);
    other.spend(client, STEP, NOON);
    expect(other.refuse(client, NOON)).toBe(12 * 3600);
  });
});
