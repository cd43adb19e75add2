import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Database } from '../../../platform/data/database.ts';
import type { Taken } from '../../../platform/events/bus.ts';
import { Relay } from '../../../platform/events/outbox/relay.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { type Probe, startProbe } from '../probe/start-probe.ts';
import { TEST_EVENT } from './events.ts';

/** Fixture for tests of the relay: an outbox, relays, and a subscriber that records the events it receives. */
export class RelayBench {
  /** Inserts an event for each aggregate of an array. */
  static readonly INSERT =
    `INSERT INTO outbox (institution_id, id, type, aggregate_id, request_id, actor_type, occurred_at, payload)
    SELECT NULL, gen_random_uuid(), '${TEST_EVENT}', aggregate, 'r', 'system', '2026-10-05T08:00:00.5Z', '\\x01' FROM unnest($1::text[]) AS aggregate`;

  /** The events that the subscriber received, by aggregate. */
  received: string[] = [];
  /** What the subscriber does on an event. */
  handle: (aggregate: string) => Promise<void> = async () => undefined;
  #probe: Probe | undefined;
  #database: Database | undefined;
  readonly #relays: Relay[] = [];

  constructor() {
    beforeAll(async () => {
      this.#probe = await startProbe();
      this.#database = this.#probe.database();
    });
    beforeEach(() => {
      this.received = [];
      this.handle = async () => undefined;
    });
    afterEach(async () => {
      this.handle = async () => undefined;
      await Promise.all(this.#relays.splice(0).map((relay) => relay.stop()));
      await this.probe.sql('TRUNCATE outbox');
    });
    afterAll(() => this.probe.stop());
  }

  get probe(): Probe {
    return this.#probe as Probe;
  }

  get database(): Database {
    return this.#database as Database;
  }

  /** A relay of the service, optionally on another database pool. */
  newRelay(on = this.database): Relay {
    const bus = {
      publish: this.#publish.bind(this),
      wakeRelay: () => {
        for (const each of this.#relays) if (each.isActive) each.wake();
      },
    };
    const relay = new Relay({ db: on, bus, clock: this.probe.clock, log: silentLogger, service: 'probe' });
    this.#relays.push(relay);
    return relay;
  }

  /** Accepts the events that the subscriber handles, one after the other. */
  async #publish(events: readonly EventEnvelope[], mayContinue: () => boolean): Promise<Taken> {
    const ids = new Set<string>();
    const held = new Set<string>();
    for (const { id, aggregateId } of events) {
      if (held.has(aggregateId)) continue;
      if (!mayContinue()) break;
      this.received.push(aggregateId);
      await this.handle(aggregateId).then(
        () => ids.add(id),
        () => held.add(aggregateId),
      );
    }
    return { ids, isUnavailable: false };
  }

  async insertEvents(...aggregates: string[]): Promise<void> {
    await this.probe.sql(RelayBench.INSERT, [aggregates]);
  }

  /** The aggregates of events not yet published. */
  async unpublished(): Promise<string[]> {
    const rows = await this.probe.sql<{ a: string }>(
      'SELECT aggregate_id AS a FROM outbox WHERE published_at IS NULL ORDER BY sequence',
    );
    return rows.map(({ a }) => a);
  }

  async eventually(aggregates: string[]): Promise<void> {
    await vi.waitFor(() => expect(this.received).toEqual(aggregates), EVENTUALLY_MS);
  }
}

/** Less than the pause after which a relay finds events without having been woken. */
const EVENTUALLY_MS = 4_000;
