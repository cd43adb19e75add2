import { create } from '@bufbuild/protobuf';
import type { AdvisoryLock } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsBut,
  columnsOf,
  instant,
  type RowOf,
  sqlStatement,
  text,
  typesOf,
} from '../../../libraries/typed-sql/index.ts';
import { EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Clock } from '../../core/clock.ts';
import { toInstantText } from '../../core/instant.ts';
import type { Database } from '../../data/database.ts';
import { outbox } from '../../data/platform-tables.ts';
import { untilReplicated } from '../../data/replication.ts';
import type { Logger } from '../../observability/log.ts';
import type { EventBus } from '../bus.ts';
import { LockWait } from './lock-wait.ts';

interface RelayOptions {
  readonly db: Database;
  readonly bus: Pick<EventBus, 'publish' | 'wakeRelay'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly service: string;
  /** Called when this relay has become the active one of its service. */
  readonly onActive?: () => void;
}

/**
 * Publishes the outbox: reads unpublished rows in order, publishes them, and marks those that the bus has accepted. Of
 * all relays of a service only the holder of the lock works, so that the events of an aggregate stay in order; it
 * checks before each publication that it still holds the lock. It selects unpublished rows instead of remembering a
 * position in the sequence, so that no row that commits late is skipped. Rows that were not accepted stay and are
 * published again.
 *
 * It is always in one of five modes. {@link Relay.#setMode} alone changes it, and sets the one timer that the mode
 * needs.
 *
 * - STOPPED: before `start`, and from `stop` on, which ends every other mode. `start` leads to WAITING.
 * - WAITING: PUBLISHING after {@link POLL_MS} if all is published, in case a wake-up was lost; after {@link RETRY_MS} if
 *   something was not accepted, or another relay holds the lock, which may end. `wake` leads to WOKEN.
 * - WOKEN: there are events. Further ones of the same moment join them, until PUBLISHING after {@link WAKE_MS}, which
 *   another `wake` does not prolong.
 * - PUBLISHING: a round is under way, in which the relay takes the lock and publishes until nothing is left. Its end
 *   leads to WAITING, whether or not it had the lock and the bus accepted all. `wake` leads to AGAIN. If it was WOKEN and
 *   another relay holds the lock, it wakes that one.
 * - AGAIN: as PUBLISHING, but events have come that the round may no longer read. Its end leads to WOKEN.
 *
 * Two races remain. A `stop` during a round waits for it and then publishes once more, for events that came meanwhile.
 * A process that is paused during a round may have lost the lock when it goes on, so the next relay publishes the same
 * rows again: the bus and the consumers know events by their ids.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #lock: AdvisoryLock;
  readonly #lockWait: LockWait;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #mode: Mode = 'STOPPED';
  /** The causes of waiting events that have been logged since events started to wait. */
  readonly #loggedCauses = new Set<string>();
  #published = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#lock = options.db.lock(`outbox/${options.service}`);
    this.#lockWait = new LockWait(options, this.#lock);
  }

  /** How many events of this relay the bus has accepted. */
  get published(): number {
    return this.#published;
  }

  /** Whether this is the relay of its service that publishes. */
  get isActive(): boolean {
    return this.#lock.isHeld;
  }

  start(): void {
    this.#setMode('WAITING', 0);
  }

  /** Wakes the relay: there are events to publish. If another relay of the service is active, wakes that one. */
  wake(): void {
    if (this.#mode === 'WAITING') this.#setMode('WOKEN', WAKE_MS);
    else if (this.#mode === 'PUBLISHING') this.#setMode('AGAIN');
  }

  /**
   * Waits for the current round, publishes the remaining events if the bus accepts them, and releases the lock to
   * another relay.
   */
  async stop(): Promise<void> {
    if (this.#mode === 'STOPPED') return;
    this.#setMode('STOPPED');
    await this.#round;
    await this.#publishAll(true);
    await this.#lock.release();
  }

  /** @param roundAfterMs when the next round begins, for a mode that waits for it */
  #setMode(mode: Mode, roundAfterMs?: number): void {
    clearTimeout(this.#timer);
    this.#mode = mode;
    if (roundAfterMs === undefined) return;
    this.#timer = setTimeout(() => {
      this.#setMode('PUBLISHING');
      this.#round = this.#publishAll(mode === 'WOKEN').then((isDone) => {
        if (this.#mode === 'AGAIN') this.#setMode('WOKEN', WAKE_MS);
        else if (this.#mode === 'PUBLISHING') this.#setMode('WAITING', isDone ? POLL_MS : RETRY_MS);
      });
    }, roundAfterMs);
    this.#timer.unref();
  }

  /**
   * Returns whether this relay is active and nothing is left to publish. Never rejects.
   * @param isWoken whether there are events of this process
   */
  async #publishAll(isWoken: boolean): Promise<boolean> {
    const { bus, service, onActive } = this.#options;
    try {
      const wasActive = this.isActive;
      if (!(await this.#lock.take())) {
        if (isWoken) bus.wakeRelay(service);
        await this.#lockWait.look();
        return false;
      }
      this.#lockWait.end();
      if (!wasActive) onActive?.();
      const held: string[] = [];
      while (await this.#deliverBatch(held));
      if (held.length === 0) this.#loggedCauses.clear();
      return held.length === 0 && this.isActive;
    } catch (error) {
      this.#logWaiting(error);
      return false;
    }
  }

  /**
   * Returns whether there may be more events to publish.
   * @param held aggregates with an event that was not accepted in this round, whose later events wait; new ones are
   * added
   */
  async #deliverBatch(held: string[]): Promise<boolean> {
    const { db, bus, clock } = this.#options;
    const rows = await db.rows(TAKE, { held, limit: BATCH });
    if (rows.length === 0) return false;
    // A published event cannot be withdrawn.
    await untilReplicated(db);
    const { ids, failure, isUnavailable } = await bus.publish(rows.map(envelopeOf), () => this.#lock.isHeld);
    const taken = rows.filter(({ id }) => ids.has(id));
    if (taken.length > 0) {
      await db.transaction(
        async (tx) =>
          tx.write(MARK, { sequences: taken.map((row) => row.sequence), publishedAt: toInstantText(clock.now()) }),
        { of: 'nobody' },
      );
    }
    this.#published += taken.length;
    if (taken.length < rows.length) {
      this.#logWaiting(failure);
      held.push(...new Set(rows.filter(({ id }) => !ids.has(id)).map((row) => row.aggregateId)));
    }
    return !isUnavailable && rows.length === BATCH && this.#lock.isHeld;
  }

  #logWaiting(error: unknown): void {
    const cause = error instanceof Error ? error.message : '';
    if (this.#loggedCauses.has(cause) || this.#loggedCauses.size >= MAX_CAUSES) return;
    this.#loggedCauses.add(cause);
    this.#options.log.warn({ err: error }, 'events could not be delivered and will be tried again');
  }
}

type Mode = 'STOPPED' | 'WAITING' | 'WOKEN' | 'PUBLISHING' | 'AGAIN';

const WAKE_MS = 50;
/** The longest that an event waits whose wake-up was lost. */
const POLL_MS = 5_000;
const RETRY_MS = 1_000;
/** No more than a NATS server takes in one batch: 1000. */
const BATCH = 500;
/** A limit, because error messages can differ each time. */
const MAX_CAUSES = 5;

const EVENT = columnsBut(outbox, 'publishedAt');

const TAKE = sqlStatement(outbox, 'take', {
  parameters: { held: text().array(), limit: bigint() },
  result: typesOf(outbox, EVENT),
  text: ($) => `SELECT ${columnsOf(outbox, 'o', EVENT)} FROM outbox o
   WHERE o.published_at IS NULL AND o.aggregate_id <> ALL(${$.held}) ORDER BY o.sequence LIMIT ${$.limit}`,
});

const MARK = sqlStatement(outbox, 'mark', {
  writes: true,
  parameters: { sequences: bigint().array(), publishedAt: instant() },
  result: {},
  text: ($) => `UPDATE outbox SET published_at = ${$.publishedAt} WHERE sequence = ANY(${$.sequences})`,
});

/** The event of a row of the outbox, as it is published. */
export function envelopeOf(row: Omit<RowOf<typeof outbox>, 'publishedAt'>) {
  return create(EventEnvelopeSchema, {
    ...row,
    institutionId: row.institutionId ?? '',
    traceparent: row.traceparent ?? '',
    actorId: row.actorId ?? '',
    resourceId: row.resourceId ?? '',
    changed: [...(row.changed ?? [])],
  });
}
