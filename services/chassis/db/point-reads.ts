import type { PointRead, Value } from './statement.ts';

type RunStatement = (read: PointRead<object>, values: readonly Value[]) => Promise<(object & { n: number })[]>;

interface Waiting {
  readonly key: readonly string[];
  readonly resolve: (row: object | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Joins point reads that are asked for at the same moment into one statement. While two statements of a kind are under way further keys
 * gather behind them, so that the load decides the size of the batch. Nothing is remembered beyond the batch: a client reads its own writes,
 * because a key joins only a statement that is sent after it was asked for.
 */
export class PointReads {
  readonly #run: RunStatement;
  readonly #lanes = new Map<string, Lane>();

  constructor(run: RunStatement) {
    this.#run = run;
  }

  find<Row extends object>(read: PointRead<Row>, key: readonly string[]): Promise<Row | null> {
    let lane = this.#lanes.get(read.name);
    if (!lane) {
      lane = new Lane(read, this.#run);
      this.#lanes.set(read.name, lane);
    }
    return lane.find(key) as Promise<Row | null>;
  }
}

class Lane {
  readonly #read: PointRead<object>;
  readonly #run: RunStatement;
  #waiting: Waiting[] = [];
  #underWay = 0;
  #scheduled = false;

  constructor(read: PointRead<object>, run: RunStatement) {
    this.#read = read;
    this.#run = run;
  }

  find(key: readonly string[]): Promise<object | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#underWay >= UNDER_WAY_AT_MOST) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting.splice(0, BATCH_AT_MOST);
    const first = batch[0];
    if (!first) return;
    this.#underWay++;
    try {
      const columns = first.key.map((_, part) => batch.map((waiting) => waiting.key[part] ?? null));
      const found = new Map<number, object>();
      for (const { n, ...row } of await this.#run(this.#read, columns)) found.set(n, row);
      batch.forEach((waiting, index) => {
        waiting.resolve(found.get(index + 1) ?? null);
      });
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    } finally {
      this.#underWay--;
      if (this.#waiting.length > 0) this.#schedule();
    }
  }
}

const UNDER_WAY_AT_MOST = 2;
const BATCH_AT_MOST = 256;
