import { describe, expect, it, vi } from 'vitest';
import { RelayBench } from '../../../test/support/nats/relay-bench.ts';

const bench = new RelayBench();

describe('while an event is being delivered', () => {
  /** Holds the delivery of the first event until it is released. */
  function hold() {
    const delivering = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    bench.handle = async () => {
      delivering.resolve();
      await release.promise;
    };
    return { delivering: delivering.promise, release: release.resolve };
  }

  it('another relay of the service delivers nothing, and takes over afterwards', async () => {
    await bench.insertEvents('a', 'b');
    const { delivering, release } = hold();
    const [first, second] = [bench.newRelay(), bench.newRelay(bench.probe.database())];
    first.start();
    await delivering;
    await bench.insertEvents('c');
    second.start();
    await second.stop();
    expect(bench.received).toEqual(['a']);
    release();
    await first.stop();
    expect(bench.received).toEqual(['a', 'b', 'c']);
  });

  it('others write and wake the relay without waiting, and it is delivered once', async () => {
    await bench.insertEvents('a');
    const { delivering, release } = hold();
    const relay = bench.newRelay();
    relay.start();
    await delivering;
    await bench.insertEvents('b');
    relay.wake();
    release();
    await bench.eventually(['a', 'b']);
  });

  it('a stop waits for it and delivers the rest', async () => {
    await bench.insertEvents('a');
    const { delivering, release } = hold();
    const relay = bench.newRelay();
    relay.start();
    await delivering;
    await bench.insertEvents('b', 'c');
    const stopped = relay.stop();
    release();
    await stopped;
    expect(bench.received).toEqual(['a', 'b', 'c']);
    expect(await bench.unpublished()).toEqual([]);
  });

  it('the connection can break: it is delivered, and nothing is lost', async () => {
    await bench.insertEvents('a', 'b');
    const { delivering, release } = hold();
    bench.newRelay(bench.probe.database({ applicationName: 'broken-relay' })).start();
    await delivering;
    await bench.probe.sql(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name LIKE 'broken-relay%'",
    );
    release();
    await bench.eventually(['a', 'b']);
    await vi.waitFor(async () => expect(await bench.unpublished()).toEqual([]));
  });
});

describe('a relay that has lost its lock', () => {
  it('publishes nothing more, and the new holder continues from there', async () => {
    await bench.insertEvents('a', 'b', 'c');
    const delivering = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    bench.handle = async (aggregate) => {
      if (aggregate !== 'a' || bench.received.length > 1) return;
      delivering.resolve();
      await release.promise;
    };
    const first = bench.newRelay(bench.probe.database({ applicationName: 'losing-relay' }));
    first.start();
    await delivering.promise;
    await bench.probe.sql(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name LIKE 'losing-relay%'",
    );
    const second = bench.newRelay(bench.probe.database());
    second.start();
    await bench.eventually(['a', 'a', 'b', 'c']);
    release.resolve();
    await first.stop();
    expect(bench.received).toEqual(['a', 'a', 'b', 'c']);
    expect(await bench.unpublished()).toEqual([]);
  });
});
