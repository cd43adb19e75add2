import { create } from '@bufbuild/protobuf';
import { EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { EventBus } from '../events/bus.ts';
import { toInstantText } from '../instant.ts';
import type { Logger } from '../log.ts';

interface RelayOptions {
  readonly db: Database;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly service: string;
}

/**
 * Delivers the outbox: takes unpublished rows in their order, publishes and marks them in one transaction. One relay of a service works at
 * a time (advisory lock), so that the events of an aggregate stay in order. What could not be published stays and is taken again.
 */
export class Relay {
  readonly #options: RelayOptions;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #again = false;
  #nudged = false;
  #stopped = true;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopped = false;
    this.#schedule(0);
  }

  /** Tells that there is something to deliver. A short pause lets the events of a busy moment go together; further nudges do not prolong it. */
  nudge(): void {
    if (this.#stopped || this.#nudged) return;
    if (this.#round) {
      this.#again = true;
    } else {
      this.#nudged = true;
      this.#schedule(NUDGE_MS);
    }
  }

  /** Waits for the round under way, and delivers what is left, as far as the bus takes it. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#nudged = false;
    clearTimeout(this.#timer);
    await this.#round;
    await this.#deliver();
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#nudged = false;
      this.#round = this.#deliver().finally(() => {
        this.#round = undefined;
        if (this.#stopped) return;
        this.#schedule(POLL_MS);
        if (this.#again) this.nudge();
        this.#again = false;
      });
    }, delayMs);
    this.#timer.unref();
  }

  async #deliver(): Promise<void> {
    try {
      while ((await this.#deliverBatch()) === BATCH);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'events could not be delivered and will be tried again');
    }
  }

  /** Returns how many events were delivered. */
  #deliverBatch(): Promise<number> {
    const { db, bus, clock, service } = this.#options;
    return db.transaction(async (tx) => {
      const rows = await tx.rows<OutboxRow>(TAKE, [`outbox/${service}`, BATCH]);
      if (rows.length === 0) return 0;
      await bus.publish(rows.map(toEnvelope));
      tx.write(MARK, [rows.map((row) => row.sequence), toInstantText(clock.now())]);
      return rows.length;
    });
  }
}

const NUDGE_MS = 50;
const POLL_MS = 1_000;
const BATCH = 500;

interface OutboxRow {
  sequence: number;
  id: string;
  institution_id: string | null;
  type: string;
  aggregate_id: string;
  request_id: string;
  occurred_at: string;
  payload: Buffer;
}

function toEnvelope(row: OutboxRow) {
  return create(EventEnvelopeSchema, {
    id: row.id,
    type: row.type,
    institutionId: row.institution_id ?? '',
    aggregateId: row.aggregate_id,
    requestId: row.request_id,
    occurredAt: row.occurred_at,
    payload: row.payload,
  });
}

const TAKE = statement(
  'outbox_take',
  `SELECT sequence, id, institution_id, type, aggregate_id, request_id, occurred_at, payload FROM outbox
   WHERE published_at IS NULL AND (SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)))
   ORDER BY sequence LIMIT $2 FOR UPDATE SKIP LOCKED`,
);

const MARK = statement('outbox_mark', 'UPDATE outbox SET published_at = $2 WHERE sequence = ANY($1::bigint[])');
