import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TEST_EVENT } from '../../../test/support/nats/events.ts';
import { RelayBench } from '../../../test/support/nats/relay-bench.ts';
import { systemIds } from '../../core/ids.ts';
import { silentLogger } from '../../observability/log.ts';
import { InProcessBus } from '../in-process-bus.ts';
import { Relay } from './relay.ts';

const bench = new RelayBench();

describe('the relay', () => {
  it('delivers events with all fields and marks them', async () => {
    const bus = new InProcessBus(silentLogger);
    const publish = vi.spyOn(bus, 'publish');
    const relay = new Relay({ db: bench.database, bus, clock: bench.probe.clock, log: silentLogger, service: 'probe' });
    const id = systemIds.newId();
    await bench.probe.sql(
      `INSERT INTO outbox (institution_id, id, type, aggregate_id, request_id, occurred_at, payload,
         actor_type, actor_id, resource_id, changed)
       VALUES ($1, $1, '${TEST_EVENT}', 'a', 'request', '2026-10-05T08:00:00Z', '\\x00ff', 'integration', 'i', 'r', '{name,note}')`,
      [id],
    );
    relay.start();
    await vi.waitFor(async () => expect(await bench.unpublished()).toEqual([]));
    await relay.stop();
    expect(publish.mock.calls.map(([events]) => [events])).toMatchObject([
      [
        [
          {
            id,
            type: TEST_EVENT,
            institutionId: id,
            aggregateId: 'a',
            requestId: 'request',
            occurredAt: '2026-10-05T08:00:00.000Z',
            payload: Buffer.from([0, 255]),
            actorType: 'integration',
            actorId: 'i',
            resourceId: 'r',
            changed: ['name', 'note'],
          },
        ],
      ],
    ]);
    expect(await bench.probe.sql('SELECT published_at FROM outbox')).toEqual([
      { published_at: new Date(bench.probe.clock.now()) },
    ]);
  });

  it('keeps the order of many events', async () => {
    const all = Array.from({ length: 1_203 }, (_, i) => `${i}`);
    await bench.insertEvents(...all);
    bench.newRelay().start();
    await bench.eventually(all);
  });

  it('delivers at once when woken', async () => {
    const relay = bench.newRelay();
    relay.start();
    await relay.stop();
    relay.start();
    await bench.insertEvents('a');
    relay.wake();
    await bench.eventually(['a']);
  });

  it('delivers at once when a relay that is not active is woken, in another process', async () => {
    const [active, other] = [bench.newRelay(), bench.newRelay(bench.probe.database())];
    active.start();
    await vi.waitFor(() => expect(active.isActive).toBe(true));
    other.start();
    const received: string[] = [];
    for (const aggregate of ['a', 'b']) {
      await bench.insertEvents(aggregate);
      other.wake();
      received.push(aggregate);
      await bench.eventually(received);
    }
    await bench.insertEvents('c');
    await other.stop();
    await bench.eventually(['a', 'b', 'c']);
  });

  it('delivers, without being woken, when time has passed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const relay = bench.newRelay();
    relay.start();
    await bench.insertEvents('a');
    await vi.advanceTimersByTimeAsync(0);
    await bench.eventually(['a']);
    await vi.waitFor(async () => expect(await bench.unpublished()).toEqual([]));
    await bench.insertEvents('b');
    await vi.waitFor(() => {
      vi.advanceTimersByTime(5_000);
      expect(bench.received).toEqual(['a', 'b']);
    });
  });

  it('is not delayed by continuous wake-ups', async () => {
    const relay = bench.newRelay();
    await bench.insertEvents('a');
    relay.start();
    await bench.eventually(['a']);
    await bench.insertEvents('b');
    for (let wakes = 0; bench.received.length === 1 && wakes < 100; wakes++) {
      relay.wake();
      await sleep(5);
    }
    expect(bench.received).toEqual(['a', 'b']);
  });

  it('finds events that commit late, before already delivered ones', async () => {
    const slow = await bench.probe.connect();
    await slow.query('BEGIN');
    await slow.query(RelayBench.INSERT, [['slow']]);
    await bench.insertEvents('fast');
    const relay = bench.newRelay();
    relay.start();
    await bench.eventually(['fast']);
    await slow.query('COMMIT');
    relay.wake();
    await bench.eventually(['fast', 'slow']);
  });

  it('delivers nothing before its start and after its stop', async () => {
    await bench.insertEvents('a');
    const relay = bench.newRelay();
    relay.wake();
    await relay.stop();
    expect(bench.received).toEqual([]);
    relay.start();
    await bench.eventually(['a']);
    await relay.stop();
    await bench.insertEvents('b');
    relay.wake();
    expect(await bench.unpublished()).toEqual(['b']);
  });
});

describe('an event that is not accepted', () => {
  it('stays, with all later ones of its aggregate, and is delivered again; others do not wait', async () => {
    await bench.insertEvents('a', 'b', 'b', 'c');
    let fails = 1;
    bench.handle = async (aggregate) => {
      if (aggregate === 'b' && fails-- > 0) throw new Error('not now');
    };
    bench.newRelay().start();
    await bench.eventually(['a', 'b', 'c', 'b', 'b']);
    await vi.waitFor(async () => expect(await bench.unpublished()).toEqual([]));
  });

  it('does not delay events after a whole batch of its kind', async () => {
    await bench.insertEvents(...Array.from({ length: 600 }, () => 'stuck'), 'free');
    bench.handle = async (aggregate) => {
      if (aggregate === 'stuck') throw new Error('never');
    };
    bench.newRelay().start();
    await vi.waitFor(() => expect(bench.received).toContain('free'));
  });

  it('is still there after the stop', async () => {
    await bench.insertEvents('a');
    bench.handle = () => Promise.reject(new Error('never'));
    const relay = bench.newRelay();
    relay.start();
    await vi.waitFor(() => expect(bench.received.length).toBeGreaterThan(0));
    await relay.stop();
    expect(await bench.unpublished()).toEqual(['a']);
  });
});
