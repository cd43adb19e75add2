import { fromBinary } from '@bufbuild/protobuf';
import { EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { isUnavailable } from '../../core/errors/refusal.ts';
import { bigint, text } from '../../data/schema/column.ts';
import { deadLetters } from '../../data/schema/platform-tables.ts';
import type { RowOf } from '../../data/schema/table.ts';
import { prepare } from '../../data/statements/platform-statements.ts';
import { anyOf } from '../../data/statements/statements-of.ts';
import type { Consumer } from '../../handler/consume.ts';
import type { Runtime } from '../../handler/runtime.ts';
import { lineOfEvent } from '../line-of-event.ts';
import { handleTraced } from '../tracing/handle-traced.ts';
import { noteFailedReplay } from './dead-letters.ts';

/** Handles parked events again when an operator has asked for it, in their order; behind one that fails again its aggregate stays parked. */
export class Replayer {
  readonly #runtime: Runtime;
  readonly #consumers: ReadonlyMap<string, Consumer>;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;

  constructor(runtime: Runtime, consumers: readonly Consumer[]) {
    this.#runtime = runtime;
    this.#consumers = new Map(consumers.map((consumer) => [consumer.name, consumer]));
  }

  start(): void {
    if (this.#consumers.size === 0) return;
    this.#timer = setInterval(() => {
      this.#round ??= this.#replay().finally(() => {
        this.#round = undefined;
      });
    }, EVERY_MS);
    this.#timer.unref();
  }

  /** Waits for the event that is being handled. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#round;
  }

  async #replay(): Promise<void> {
    const { db, log } = this.#runtime;
    try {
      const rows = await db.rows(REPLAY_REQUESTED, { consumers: [...this.#consumers.keys()], limit: BATCH });
      const failed = new Set<string>();
      for (const row of rows) {
        const key = `${row.consumer} ${row.aggregateId}`;
        if (this.#timer && !failed.has(key) && !(await this.#replayOne(row))) failed.add(key);
      }
    } catch (error) {
      log.warn({ err: error }, 'parked events could not be replayed and will be tried again');
    }
  }

  async #replayOne({ consumer, envelope: bytes }: DeadLetterRow): Promise<boolean> {
    const { log, tracer } = this.#runtime;
    const envelope = fromBinary(EventEnvelopeSchema, bytes);
    try {
      const replay = async () => this.#consumers.get(consumer)?.handle(this.#runtime, envelope, true);
      await (tracer ? handleTraced(tracer, { subscriber: consumer, envelope, isReplay: true }, replay) : replay());
      log.info({ consumer, ...lineOfEvent(envelope) }, 'a parked event was handled');
      return true;
    } catch (thrown) {
      const error = this.#runtime.db.translate(thrown);
      if (isUnavailable(error)) throw error;
      log.error({ err: error, consumer, ...lineOfEvent(envelope) }, 'a parked event failed again');
      await noteFailedReplay(this.#runtime, consumer, envelope, error);
      return false;
    }
  }
}

const EVERY_MS = 1_000;
const BATCH = 100;

type DeadLetterRow = Pick<RowOf<typeof deadLetters>, 'consumer' | 'aggregateId' | 'envelope'>;

const REPLAY_REQUESTED = prepare(
  deadLetters,
  'replay_requested',
  { consumers: text().array(), limit: bigint() },
  (db, $) =>
    db
      .selectFrom('parked_events')
      .select(['consumer', 'aggregateId', 'envelope'])
      .where('replayAt', 'is not', null)
      .where('parkedAt', 'is not', null)
      .where('consumer', '=', anyOf($.consumers))
      .orderBy('sequence')
      .limit($.limit),
);
