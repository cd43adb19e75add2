import { fromBinary } from '@bufbuild/protobuf';
import { bigint, columnsOf, type RowOf, sqlStatement, text, typesOf } from '../../../libraries/typed-sql/index.ts';
import { EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { isUnavailable } from '../../core/errors/refusal.ts';
import { lineOfEvent } from '../../core/event.ts';
import { deadLetters } from '../../data/platform-tables.ts';
import { standsStill } from '../../data/standstill/fence.ts';
import type { Consumer } from '../../handler/consume.ts';
import type { Runtime } from '../../handler/runtime.ts';
import { handleTraced } from '../tracing/handle-traced.ts';
import { noteFailedReplay } from './dead-letters.ts';

/**
 * Replays dead letters on request of an operator, in order; after one that fails again, the rest of its aggregate stay
 * dead letters.
 */
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

  /** Waits for the event being handled. */
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
      log.warn({ err: error }, 'dead letters could not be replayed; trying again');
    }
  }

  async #replayOne({ consumer, envelope: bytes }: DeadLetterRow): Promise<boolean> {
    const { log, tracer } = this.#runtime;
    const envelope = fromBinary(EventEnvelopeSchema, bytes);
    try {
      const replay = async () => this.#consumers.get(consumer)?.handle(this.#runtime, [envelope], true);
      await (tracer ? handleTraced(tracer, { subscriber: consumer, envelope, isReplay: true }, replay) : replay());
      log.info({ consumer, ...lineOfEvent(envelope) }, 'a dead letter was replayed');
      return true;
    } catch (thrown) {
      const error = this.#runtime.db.translate(thrown);
      if (isUnavailable(error)) throw error;
      log.error({ err: error, consumer, ...lineOfEvent(envelope) }, 'a dead letter failed again');
      await noteFailedReplay(this.#runtime, consumer, envelope, error);
      return false;
    }
  }
}

const EVERY_MS = 5_000;
const BATCH = 100;

const REPLAYED = ['consumer', 'aggregateId', 'envelope'] as const;

type DeadLetterRow = Pick<RowOf<typeof deadLetters>, (typeof REPLAYED)[number]>;

const REPLAY_REQUESTED = sqlStatement(deadLetters, 'replay_requested', {
  parameters: { consumers: text().array(), limit: bigint() },
  result: typesOf(deadLetters, REPLAYED),
  text: ($) => `SELECT ${columnsOf(deadLetters, 'd', REPLAYED)} FROM dead_letters d
   WHERE d.replay_at IS NOT NULL AND d.dead_since IS NOT NULL AND d.consumer = ANY(${$.consumers})
     AND NOT ${standsStill('d.institution_id')}
   ORDER BY d.sequence LIMIT ${$.limit}`,
});
