import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { receive } from '../../../platform/data/inbox/inbox.ts';
import { deliver } from '../../../platform/events/inbox/deliver.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { Janitor } from '../../../platform/process/janitor.ts';
import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { UserCreatedSchema, UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { type Event, EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { newEnvelope } from '../../../test/support/nats/events.ts';
import { webhooks } from '../service.ts';
import { feed } from './feed.ts';

let service: TestService;
let institutionId: string;

beforeAll(async () => {
  service = await startTestService(webhooks, { service: 'own' });
});
afterAll(() => service.stop());
beforeEach(() => {
  institutionId = randomUUID();
});

function updated(resourceId: string, own: Partial<EventEnvelope> = {}): EventEnvelope {
  const common = { institutionId, aggregateId: resourceId, resourceId, actorType: 'system' };
  return newEnvelope({ type: UserUpdatedSchema.typeName, changed: ['email'], ...common, ...own });
}

const record = (...envelopes: readonly EventEnvelope[]) => deliver(service.runtime, feed, envelopes);
const page = (afterSequence?: bigint, size = 100) =>
  service.call({ kind: 'operator', institutionId })(EventService.method.listEvents, {
    size,
    ...(afterSequence === undefined ? {} : { afterSequence }),
  });
const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);

/** Reads everything after a position, page by page, to the end. */
async function readOn(from: bigint, size: number): Promise<{ readonly events: Event[]; readonly end: bigint }> {
  const events: Event[] = [];
  for (let end = from; ; ) {
    const { events: more, hasMore, endSequence } = await page(end, size);
    events.push(...more);
    end = endSequence;
    if (!hasMore) return { events, end };
  }
}

describe('the feed', () => {
  it('leaves out events without an institution or a resource', async () => {
    await record(updated('', { aggregateId: randomUUID() }), updated(randomUUID(), { institutionId: '' }));
    expect((await page()).events).toEqual([]);
  });

  it('shows each reader all events of fifty writers, each once, in the order of each resource', async () => {
    const resources = Array.from({ length: 50 }, () => randomUUID());
    const batches = resources.map((id) => Array.from({ length: 4 }, () => [updated(id), updated(id), updated(id)]));
    let isOver = false;
    const reader = async (size: number) => {
      const seen: Event[] = [];
      let end = 0n;
      for (let last = false; !last; ) {
        last = isOver;
        const read = await readOn(end, size);
        seen.push(...read.events);
        ({ end } = read);
      }
      return seen;
    };
    const readers = [1, 7, 100].map(reader);
    await Promise.all(
      batches.map(async (ofResource) => {
        for (const batch of ofResource) await record(...batch);
      }),
    );
    isOver = true;
    for (const seen of await Promise.all(readers)) {
      const sequences = seen.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => Number(a - b)));
      const ofEach = Map.groupBy(seen, ({ resource }) => resource?.id ?? '');
      for (const [n, id] of resources.entries())
        expect(idsOf(ofEach.get(id) ?? [])).toEqual(idsOf(batches[n]?.flat() ?? []));
      expect(seen).toHaveLength(600);
    }
  });

  it('is the same however deliveries are batched and repeated', async () => {
    const cuts = fc.array(fc.record({ size: fc.integer({ min: 1, max: 8 }), isRepeated: fc.boolean() }), {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(cuts, async (batches) => {
        institutionId = randomUUID();
        const recorded: EventEnvelope[] = [];
        for (const { size, isRepeated } of batches) {
          const batch = Array.from({ length: size }, () => updated(randomUUID()));
          await record(...batch);
          if (isRepeated) await record(...recorded.slice(-3), ...batch);
          recorded.push(...batch);
        }
        expect(idsOf((await readOn(0n, 5)).events)).toEqual(idsOf(recorded));
      }),
      { numRuns: 20 },
    );
  });

  it('does not go back in time when the clock of a replica is behind', async () => {
    await record(updated(randomUUID()));
    service.clock.advance(-1_000);
    await record(updated(randomUUID()));
    service.clock.advance(1_000);
    const [first, second] = await service.sql<{ at: Date }>(
      'SELECT recorded_at AS at FROM events WHERE institution_id = $1 ORDER BY sequence',
      [institutionId],
    );
    expect(second).toEqual(first);
  });

  it('does not wait for another process that hangs on the same events', async () => {
    const { db } = service.runtime;
    const [one, two] = [updated(randomUUID()), updated(randomUUID())];
    const [entered, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hanging = db.transaction(
      async (tx) => {
        await receive(tx, { consumer: 'feed', envelopes: [one, two], now: 0, isReplay: false });
        entered.resolve();
        await over.promise;
      },
      { of: 'nobody' },
    );
    const outcome = expect(hanging).rejects.toThrow('connection error');
    await entered.promise;
    await record(one, two);
    expect(idsOf((await page()).events)).toEqual(idsOf([one, two]));
    over.resolve();
    await outcome;
  });

  it('moves an event that it cannot record, and those after it, to the dead letters, and records all others', async () => {
    const [bad, good] = [updated('no uuid', { aggregateId: 'one' }), updated(randomUUID())];
    const behind = updated(randomUUID(), { aggregateId: 'one', type: UserCreatedSchema.typeName });
    const left = new Map([bad, good, behind].map((envelope) => [envelope.id, envelope]));
    for (let times = 1; left.size > 0; times++) {
      expect(times).toBeLessThan(10);
      for (const id of await record(...left.values())) left.delete(id);
    }
    const after = updated(randomUUID());
    await record(updated(randomUUID(), { aggregateId: 'one' }), after);
    expect(idsOf((await page()).events)).toEqual(idsOf([good, after]));
    expect((await service.service.countDeadLetters()).get('feed')).toBe(3);
  });

  describe('stores events for thirty days', () => {
    const tidy = (configuration = {}) => {
      const { runtime, clock } = service;
      const { partitions = [] } = webhooks;
      return new Janitor({ db: runtime.db, clock, log: silentLogger, partitions, configuration }).tidy();
    };
    const pass = (days: number) => service.clock.advance(days * DAY_MS);

    it('and drops them in whole days', async () => {
      pass(40);
      await tidy();
      const [early, late] = [updated(randomUUID()), updated(randomUUID())];
      await record(early);
      const { endSequence } = await page();
      pass(1);
      await record(late);
      pass(29);
      await tidy();
      expect(idsOf((await page()).events)).toEqual(idsOf([early, late]));
      pass(1);
      await tidy();
      expect(idsOf((await page()).events)).toEqual(idsOf([late]));
      expect(idsOf((await page(endSequence)).events)).toEqual(idsOf([late]));
      await expect(page(0n)).rejects.toMatchObject({ code: 'EVENTS_NOT_KEPT' });
    });

    it('or for as many days as configured', async () => {
      await tidy();
      await record(updated(randomUUID()));
      pass(2);
      await tidy({ EVENT_RETENTION_DAYS: 2 });
      expect((await page()).events).toHaveLength(1);
      pass(1);
      await tidy({ EVENT_RETENTION_DAYS: 2 });
      expect((await page()).events).toEqual([]);
    });
  });
});
