import { until } from '../../../test/support/until.ts';
import type { Service } from '../fleet/parts.ts';
import type { Attempt, Journal } from '../traffic/journal.ts';
import { KINDS, type Kind, needs } from '../traffic/kinds.ts';

/** Waits for effects that clients see, so that a fault lasts no longer than it takes to have an effect. */
export class Watch {
  readonly #journal: Journal;
  readonly #isReady: () => Promise<boolean>;

  constructor(journal: Journal, isReady: () => Promise<boolean>) {
    this.#journal = journal;
    this.#isReady = isReady;
  }

  /** Waits until `count` more requests that need one of the services have failed. */
  failures(count: number, services: readonly Service[]): Promise<void> {
    return this.#more(`${count} failures`, count, ({ failed, kind }) => failed && needs(kind, services));
  }

  /** Waits until `count` more connections were rejected or broken. */
  async cutOffs(count: number): Promise<void> {
    await this.#more(`${count} connections cut off`, count, ({ outcome }) => outcome === 'cut off');
  }

  /** Waits until `count` more requests that need one of the services have succeeded. */
  async successes(count: number, services: readonly Service[]): Promise<void> {
    await this.#more(`${count} successes`, count, ({ failed, kind }) => !failed && needs(kind, services));
  }

  /**
   * Waits until all processes are ready, the latest requests of every kind have succeeded, and all earlier requests are
   * answered.
   */
  async green(): Promise<void> {
    const { attempts } = this.#journal;
    const inARow = new Map<Kind, number>((Object.keys(KINDS) as Kind[]).map((kind) => [kind, 0]));
    let seen = attempts.length;
    const begin = performance.now();
    const look = async () => {
      for (; seen < attempts.length; seen++) {
        const { kind, began, failed } = attempts[seen] as Attempt;
        if (began > begin) inARow.set(kind, failed ? 0 : (inARow.get(kind) ?? 0) + 1);
      }
      return [...inARow.values()].every((count) => count >= IN_A_ROW) && this.#isReady();
    };
    await until('success of every kind of request', look, RECOVERY_MS).catch((error: Error) => {
      const ill = [...inARow].filter(([, count]) => count < IN_A_ROW).map(([kind]) => kind);
      throw new Error(`${error.message}: ${ill.join(', ') || '/readyz'}`, { cause: error });
    });
    await this.answered();
  }

  /** Waits until all requests in flight are answered. */
  async answered(): Promise<void> {
    const { underWay } = this.#journal;
    const last = [...underWay];
    await until('the last answers', () => last.every((request) => !underWay.has(request)));
  }

  async #more(what: string, count: number, matches: (attempt: Attempt) => boolean): Promise<void> {
    const { attempts } = this.#journal;
    let seen = attempts.length;
    let left = count;
    const look = () => {
      while (seen < attempts.length && left > 0) if (matches(attempts[seen++] as Attempt)) left--;
      return left === 0;
    };
    await until(what, look, FELT_MS);
  }
}

const IN_A_ROW = 3;
const FELT_MS = 60_000;
const RECOVERY_MS = 60_000;
