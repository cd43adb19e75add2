import { fromBinary } from '@bufbuild/protobuf';
import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { OutboxComparedSchema } from '../../../proto/gen/lyceum/feed/v1/events_pb.ts';
import { OutboxListedSchema } from '../../../proto/gen/lyceum/outbox/v1/events_pb.ts';
import { type DomainEvent, event, SYSTEM } from '../../core/event.ts';
import { toInstantText } from '../../core/instant.ts';
import { appendToOutbox } from '../../data/outbox/append.ts';
import { listPublished, OUTBOX_COMPARED, type PublishedEvent, publishAgain } from '../../data/outbox/published.ts';
import type { Listener } from '../../handler/consume.ts';
import type { Runtime } from '../../handler/runtime.ts';
import type { Relay } from './relay.ts';

/** A list that was sent to the feed. */
interface List {
  readonly id: string;
  readonly events: readonly PublishedEvent[];
}

/**
 * Completes the feed when the bus has lost events that it had accepted. Sends the feed lists of the events that the
 * outbox has published; the feed answers with those that it has not received, and the relay publishes these again. The
 * bus carries a list behind its events, so the feed need not wait for any of them. A list that the bus loses has no
 * answer and is sent again.
 *
 * Runs in the process with the active relay: when it becomes active, when the bus is available again, and every five
 * minutes. It remembers up to which position the feed is complete; a successor begins with all that its outbox holds.
 */
export class Reconciler implements Listener {
  readonly name = 'reconciler';
  readonly types = [OUTBOX_COMPARED];
  readonly #runtime: Runtime;
  readonly #relay: Pick<Relay, 'isActive' | 'wake'>;
  #timer: NodeJS.Timeout | undefined;
  /** The feed has everything up to this position of the outbox. */
  #confirmed = 0;
  /** The position behind which the next list begins. */
  #next = 0;
  #open: List | undefined;
  #lost = 0;

  constructor(runtime: Runtime, relay: Pick<Relay, 'isActive' | 'wake'>) {
    this.#runtime = runtime;
    this.#relay = relay;
  }

  /** How many published events the feed had not received. */
  get lost(): number {
    return this.#lost;
  }

  start(): void {
    this.#timer = setInterval(() => void this.compare(), EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Compares all that is not known to be in the feed. Never rejects. */
  compare(): Promise<void> {
    this.#next = this.#confirmed;
    return this.#quietly(() => this.#sendList());
  }

  /** Receives the feed's answers. */
  onEvent(_: Runtime, { payload }: EventEnvelope): void {
    void this.#quietly(() => this.#take(fromBinary(OutboxComparedSchema, payload)));
  }

  /** The bus was unavailable, and may have lost events. */
  missed(): void {
    void this.compare();
  }

  async #sendList(): Promise<void> {
    const { db, clock, ids, service } = this.#runtime;
    this.#open = undefined;
    if (!this.#relay.isActive) return;
    const before = toInstantText(clock.now() - COMMITTED_AFTER_MS);
    const events = await listPublished(db, { after: this.#next, before, limit: MAX_LIST });
    if (events.length === 0) return;
    const list = { id: ids.newId(), events };
    this.#open = list;
    await this.#publish(event(OutboxListedSchema, service, { listId: list.id, listed: byType(events) }));
  }

  async #publish(listed: DomainEvent): Promise<void> {
    const { db, clock, ids, committed } = this.#runtime;
    const cause = { institutionId: null, actor: SYSTEM, now: clock.now(), requestId: ids.newRequestId() };
    await db.transaction(async (tx) => appendToOutbox(tx, { ids }, { ...cause, events: [listed] }), { of: 'nobody' });
    committed([listed]);
  }

  async #take({ listId, missingEventIds }: { listId: string; missingEventIds: readonly string[] }): Promise<void> {
    const list = this.#open;
    if (list?.id !== listId) return;
    this.#open = undefined;
    const { db, log } = this.#runtime;
    const missing = new Set(missingEventIds);
    const lost = list.events.filter(({ id }) => missing.has(id));
    if (lost.length > 0) {
      this.#lost += lost.length;
      log.warn({ events: lost.length }, 'the feed has not received published events; they are published again');
      await publishAgain(
        db,
        lost.map(({ sequence }) => sequence),
      );
      this.#relay.wake();
    }
    // Stays where a lost event, or one that may still come, was found earlier in this comparison.
    if (this.#confirmed === this.#next) this.#confirmed = lastConfirmed(list.events, missing) ?? this.#confirmed;
    if (list.events.length < MAX_LIST) return;
    this.#next = list.events.at(-1)?.sequence ?? 0;
    await this.#sendList();
  }

  async #quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#runtime.log.warn({ err: error }, 'the outbox could not be compared with the feed and will be again');
    }
  }
}

/** The last position before which the feed lacks nothing and nothing can still come; undefined if there is none. */
function lastConfirmed(events: readonly PublishedEvent[], missing: ReadonlySet<string>): number | undefined {
  const end = events.findIndex(({ id, isFinal }) => !isFinal || missing.has(id));
  return (end === -1 ? events : events.slice(0, end)).at(-1)?.sequence;
}

function byType(events: readonly PublishedEvent[]) {
  return [...Map.groupBy(events, ({ type }) => type)].map(([type, own]) => ({
    type,
    eventIds: own.map(({ id }) => id),
  }));
}

const EVERY_MS = 5 * 60_000;
/** Longer than any transaction that publishes events. */
const COMMITTED_AFTER_MS = 5 * 60_000;
/** A list takes about 80 KB of the stream. */
const MAX_LIST = 2_000;
