import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { compareOutboxes } from '../../../services/webhooks/events/feed.ts';
import { startProbe } from '../../../test/support/probe/start-probe.ts';
import { event } from '../../core/event.ts';
import { toInstantText } from '../../core/instant.ts';
import { OUTBOX_LISTED } from '../../data/outbox/published.ts';
import { consume } from '../../handler/consume.ts';
import { Reconciler } from './reconciler.ts';

const TYPE: string = UserUpdatedSchema.typeName;
const MINUTE_MS = 60_000;

let reconciler: Reconciler;
const relay = { isActive: true, wake: () => undefined };

const [source, feed] = await Promise.all([startProbe(), startProbe()]);
const consumer = consume('feed', [TYPE, OUTBOX_LISTED], {
  run: (tx, envelopes) => compareOutboxes(tx, 'feed', envelopes),
});
await feed.service({ name: 'feed', consumers: [consumer] }, { bus: source.bus, clock: source.clock }).start();
const service = source.service();
await service.start();
afterAll(() => Promise.all([feed.stop(), source.stop()]));
beforeEach(async () => {
  await Promise.all([source.sql('TRUNCATE outbox'), feed.sql('TRUNCATE outbox, inbox, dead_letters')]);
  reconciler = new Reconciler(service.runtime, relay);
  const unsubscribe = await source.bus.listen({
    name: 'reconciler',
    types: reconciler.types,
    handle: async (envelope) => reconciler.onEvent(service.runtime, envelope),
  });
  return async () => {
    await untilAnswered();
    await unsubscribe();
  };
});

/** Events that the bus had accepted and lost. */
function lose(count: number, { occurredAt = source.clock.now(), type = TYPE } = {}): Promise<unknown> {
  return source.sql(
    `INSERT INTO outbox (institution_id, id, type, aggregate_id, request_id, actor_type, occurred_at, published_at, payload)
     SELECT NULL, gen_random_uuid(), $2, 'a', 'r', 'system', $3, $3, '' FROM generate_series(1, $1)`,
    [count, type, toInstantText(occurredAt)],
  );
}

/** Events on their way. */
function write(count: number): Promise<unknown> {
  return source.sql(
    `INSERT INTO outbox (institution_id, id, type, aggregate_id, request_id, actor_type, occurred_at, payload)
     SELECT NULL, gen_random_uuid(), $2, 'a', 'r', 'system', $3, '' FROM generate_series(1, $1)`,
    [count, TYPE, toInstantText(source.clock.now())],
  );
}

const written = () => source.sql<{ id: string }>('SELECT id FROM outbox WHERE type = $1 ORDER BY id', [TYPE]);
const received = async () => {
  const lists = await source.sql<{ id: string }>('SELECT id FROM outbox WHERE type = $1', [OUTBOX_LISTED]);
  const handled = await feed.sql<{ id: string }>('SELECT event_id AS id FROM inbox ORDER BY event_id');
  return handled.filter(({ id }) => !lists.some((list) => list.id === id));
};
/** Whether or not the relay has noted that they are published: an answer may come before that. */
const listed = async () => (await source.sql('SELECT FROM outbox WHERE type = $1', [OUTBOX_LISTED])).length;
const untilWhole = () =>
  vi.waitFor(
    async () => {
      wake();
      expect(await received()).toEqual(await written());
    },
    { timeout: 20_000, interval: 20 },
  );
/** The relay would otherwise look for what tests have written only once a second. */
const wake = () => service.runtime.committed([event(UserUpdatedSchema, 'a', {})]);

/** Compares and waits for the answer to each list. */
async function compare(): Promise<void> {
  await reconciler.compare();
  await untilAnswered();
}
const untilAnswered = () =>
  vi.waitFor(async () => expect(await answers()).toBe(await listsSent()), { timeout: 20_000, interval: 20 });
const listsSent = async () => (await source.sql('SELECT FROM outbox WHERE type = $1', [OUTBOX_LISTED])).length;
const answers = async () =>
  (await feed.sql(`SELECT FROM outbox WHERE type = 'lyceum.feed.v1.OutboxCompared' AND published_at IS NOT NULL`))
    .length;

describe('events that the bus had accepted and lost', () => {
  it('are published again, and counted', async () => {
    await write(2);
    await untilWhole();
    await lose(3);
    await reconciler.compare();
    await untilWhole();
    expect(reconciler.lost).toBe(3);
  });

  it('are published again when there are more than a list holds', async () => {
    await lose(4_500);
    await reconciler.compare();
    await untilWhole();
    expect(reconciler.lost).toBe(4_500);
    expect(await listed()).toBeGreaterThanOrEqual(3);
  });

  it('are not those of types that the feed does not receive', async () => {
    await lose(1, { type: 'lyceum.test.v1.Unknown' });
    await compare();
    expect(reconciler.lost).toBe(0);
    expect(await source.sql('SELECT FROM outbox WHERE published_at IS NULL')).toEqual([]);
  });

  it('are not dead letters', async () => {
    await lose(1);
    await feed.sql(
      `INSERT INTO dead_letters (consumer, event_id, type, aggregate_id, occurred_at, envelope, attempts, error, failed_at)
       SELECT 'feed', $1, 't', 'a', now(), '', 1, 'e', now()`,
      [(await written())[0]?.id],
    );
    await compare();
    expect(reconciler.lost).toBe(0);
  });
});

describe('a comparison', () => {
  it('lists nothing again that is in the feed for five minutes', async () => {
    await write(3);
    await untilWhole();
    await compare();
    expect(await listed()).toBe(1);
    source.clock.advance(6 * MINUTE_MS);
    await compare();
    expect(await listed()).toBe(2);
    await compare();
    expect(await listed()).toBe(2);
    await write(1);
    await untilWhole();
    await compare();
    expect(await listed()).toBe(3);
  });

  it('finds events of a transaction that commits late', async () => {
    const late = await source.connect();
    await late.query('BEGIN');
    await late.query(
      `INSERT INTO outbox (institution_id, id, type, aggregate_id, request_id, actor_type, occurred_at, published_at, payload)
       VALUES (NULL, gen_random_uuid(), $1, 'a', 'r', 'system', $2, $2, '')`,
      [TYPE, toInstantText(source.clock.now())],
    );
    await write(1);
    await untilWhole();
    await compare();
    await late.query('COMMIT');
    await reconciler.compare();
    await untilWhole();
    expect(reconciler.lost).toBe(1);
  });

  it('is sent again when its answer does not come', async () => {
    await lose(1);
    const unanswered = new Reconciler(service.runtime, relay);
    await unanswered.compare();
    await unanswered.compare();
    await vi.waitFor(async () => expect(await listed()).toBe(2));
    expect(unanswered.lost).toBe(0);
  });

  it('is left to the process with the active relay', async () => {
    await lose(1);
    await new Reconciler(service.runtime, { ...relay, isActive: false }).compare();
    expect(await listsSent()).toBe(0);
  });
});

it('whatever is lost and whenever it is compared, the feed is whole in the end', async () => {
  const step = fc.oneof(
    fc.record({ lose: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ write: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ minutes: fc.integer({ min: 1, max: 8 }) }),
    fc.constant('compare' as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      for (const each of steps) {
        if (each === 'compare') await compare();
        else if ('lose' in each) await lose(each.lose);
        else if ('write' in each) await write(each.write);
        else source.clock.advance(each.minutes * MINUTE_MS);
      }
      await reconciler.compare();
      await untilWhole();
    }),
    { numRuns: 15 },
  );
});
