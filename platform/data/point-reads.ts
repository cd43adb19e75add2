import { areOver, isCaller, type Wait } from '../core/call-scope.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { refusesValue } from './pg-failure.ts';
import type { PointRead, Value } from './statement.ts';

type RunStatement = (
  read: PointRead<object>,
  values: readonly Value[],
  waits: readonly (Wait | undefined)[],
) => Promise<(object & { n: number })[]>;

interface Waiting {
  readonly key: readonly string[];
  readonly wait: Wait | undefined;
  readonly resolve: (row: object | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Joins point reads that are asked for at the same moment into one statement. While a statement of a kind is under way further keys
 * gather behind it, so that the load decides the size of the batch: an idle lane answers at once, a busy one gathers for a moment. Nothing
 * is remembered beyond the batch: a client reads its own writes, because a key joins only a statement that is sent after it was asked for.
 * So many keys of a kind gather at most; those beyond are refused at once, and those whose callers have stopped waiting are left out.
 */
export class PointReads {
  readonly #run: RunStatement;
  readonly #lanes = new Map<string, Lane>();

  constructor(run: RunStatement) {
    this.#run = run;
  }

  /** How many keys wait to be asked for; a measure, as the next one. */
  get waiting(): number {
    return this.#sum((lane) => lane.waiting);
  }

  /** How many were refused because too many waited. */
  get refused(): number {
    return this.#sum((lane) => lane.refused);
  }

  /** @param wait of the caller */
  find<Row extends object>(read: PointRead<Row>, key: readonly string[], wait: Wait | undefined): Promise<Row | null> {
    let lane = this.#lanes.get(read.name);
    if (!lane) {
      lane = new Lane(read, this.#run);
      this.#lanes.set(read.name, lane);
    }
    return lane.find(key, wait) as Promise<Row | null>;
  }

  #sum(measure: (lane: Lane) => number): number {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + measure(lane), 0);
  }
}

class Lane {
  readonly #read: PointRead<object>;
  readonly #run: RunStatement;
  #waiting: Waiting[] = [];
  #underWay = 0;
  #refused = 0;
  #scheduled = false;
  #pause: NodeJS.Timeout | undefined;

  constructor(read: PointRead<object>, run: RunStatement) {
    this.#read = read;
    this.#run = run;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get refused(): number {
    return this.#refused;
  }

  find(key: readonly string[], wait: Wait | undefined): Promise<object | null> {
    if (isCaller(wait) && this.#waiting.length >= WAITING_AT_MOST) {
      this.#refused++;
      return Promise.reject(new Refusal('SERVICE_BUSY'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, wait, resolve, reject });
      if (this.#underWay === 0 && this.#pause === undefined) this.#schedule();
      else if (this.#waiting.length >= ENOUGH) this.#schedule();
      else this.#pause ??= setTimeout(() => this.#schedule(), PATIENCE_MS);
    });
  }

  /** Flushes when the events of this turn have all been seen. */
  #schedule(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const batch = this.#nextBatch();
    const first = batch[0];
    if (!first) return;
    this.#underWay++;
    await this.#answer(first, batch);
    this.#underWay--;
    if (this.#waiting.length >= ENOUGH) this.#schedule();
    else if (this.#waiting.length > 0 && this.#underWay === 0) {
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => this.#schedule(), PAUSE_MS);
    }
  }

  /** The next ones whose callers still wait. */
  #nextBatch(): readonly Waiting[] {
    const batch: Waiting[] = [];
    while (batch.length < BATCH && this.#waiting.length > 0) {
      for (const waiting of this.#waiting.splice(0, BATCH - batch.length)) {
        if (areOver([waiting.wait])) waiting.reject(new Refusal('DEADLINE_EXCEEDED'));
        else batch.push(waiting);
      }
    }
    return batch;
  }

  /** Never rejects. A key that the server refuses must not fail those that happened to travel with it: they are asked for without it. */
  async #answer(first: Waiting, batch: readonly Waiting[]): Promise<void> {
    try {
      const columns = first.key.map((_, part) => batch.map((waiting) => waiting.key[part] ?? null));
      const found = new Map<number, object>();
      for (const { n, ...row } of await this.#run(
        this.#read,
        columns,
        batch.map(({ wait }) => wait),
      ))
        found.set(n, row);
      batch.forEach((waiting, index) => {
        waiting.resolve(found.get(index + 1) ?? null);
      });
    } catch (error) {
      if (batch.length > 1 && refusesValue(error)) {
        const middle = batch.length >> 1;
        await Promise.all([this.#answer(first, batch.slice(0, middle)), this.#answer(first, batch.slice(middle))]);
      } else for (const waiting of batch) waiting.reject(error);
    }
  }
}

/** Keys that are worth a statement of their own, however busy the lane is. */
const ENOUGH = 24;
const BATCH = 128;
/** What comes beyond would wait for long. */
const WAITING_AT_MOST = 2_048;
/** How long keys that came while a statement was under way wait for more of their kind. */
const PAUSE_MS = 1;
/** How long keys wait behind a statement that does not come back, as on a session that hangs, before they go beside it. */
const PATIENCE_MS = 20;
