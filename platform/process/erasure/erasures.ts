import { setTimeout as delay } from 'node:timers/promises';
import type { DescMethod } from '@bufbuild/protobuf';
import { monotonicMs } from '../../core/clock.ts';
import { withTimeout } from '../../core/with-timeout.ts';
import { appliedSequence } from '../../data/erasure/applied-erasures.ts';
import type { ErasureJournal } from '../../data/erasure/journal.ts';
import type { Runtime } from '../../handler/runtime.ts';
import type { BackgroundWork } from '../service-options.ts';
import { applyErasure, deletedBy, erasedBy } from './apply-erasure.ts';
import type { Applying, Wait } from './erasing.ts';

interface Options extends Applying {
  readonly runtime: Runtime;
  readonly journal: ErasureJournal;
}

/**
 * Applies the journal of erasures to a service's database, in its order, and follows it. The database knows up to where
 * it has: so whatever ends a process, the next one goes on, and a database that was restored is brought up to date
 * before the service is ready. Several replicas may apply the same entry.
 */
export class Erasures implements BackgroundWork {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  /** Since when entries are known that are not applied yet, by their sequences. */
  readonly #knownSince = new Map<number, number>();
  #isCaughtUp = false;
  #pause = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether it answers a call: until it has caught up only one that helps with that. */
  answers(method: DescMethod): boolean {
    return this.#isCaughtUp || this.#options.definition.erasing?.calls?.includes(method) === true;
  }

  /**
   * Whether the database has all that was erased when the service started. Mostly there is nothing to catch up with, so
   * it looks, and the service is ready at once.
   */
  async look(): Promise<boolean> {
    if (this.#isCaughtUp) return true;
    const { runtime, journal } = this.#options;
    const looking = appliedSequence(runtime.db).then(async (sequence) => {
      const isBehind = (await journal.after(sequence)).length > 0;
      this.#isCaughtUp ||= !isBehind;
    });
    await withTimeout(looking, LOOK_MS).catch(() => undefined);
    return this.#isCaughtUp;
  }

  start(): void {
    this.#options.journal.onAppended(() => this.#pause.abort());
    this.#loop = this.#run();
  }

  /** Waits for the entry that is being applied. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#pause.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { log } = this.#options.runtime;
    const { signal } = this.#stopping;
    let shown = '';
    while (!signal.aborted) {
      // Before it looks: what is written meanwhile is looked for at once.
      this.#pause = new AbortController();
      try {
        await this.#catchUp();
        shown = '';
      } catch (error) {
        // Once: the next round is soon.
        if (String(error) !== shown) log.error({ err: error }, 'the journal of erasures cannot be applied; retrying');
        shown = String(error);
      }
      const pauseMs = this.#knownSince.size > 0 || !this.#isCaughtUp ? BUSY_POLL_MS : POLL_MS;
      await delay(pauseMs, undefined, { signal: this.#pause.signal, ref: false }).catch(() => undefined);
    }
  }

  async #catchUp(): Promise<void> {
    const { runtime, definition, journal } = this.#options;
    const entries = await journal.after(await appliedSequence(runtime.db));
    const deleted = deletedBy(entries);
    // They wait together, however many there are.
    for (const { sequence } of entries) this.#waitOf(sequence);
    for (const entry of entries) {
      if (this.#stopping.signal.aborted) return;
      const wait = this.#waitOf(entry.sequence);
      const erased = erasedBy(entry, deleted);
      if ('person' in erased) {
        // A request that has read the person's name before may still keep an answer with it.
        if (!wait.isOlder && wait.waitedMs < (definition.erasing?.settleMs ?? SETTLE_MS)) return;
        if (!((await definition.erasing?.before?.(runtime, erased.person, wait)) ?? true)) return;
      }
      await applyErasure({ runtime, definition }, entry, erased, wait.isOlder);
      this.#knownSince.delete(entry.sequence);
    }
    this.#isCaughtUp = true;
  }

  #waitOf(sequence: number): Wait {
    const now = monotonicMs();
    const waitedMs = now - this.#knownSince.getOrInsertComputed(sequence, () => now);
    return { isOlder: !this.#isCaughtUp, waitedMs };
  }
}

const LOOK_MS = 2_000;
const BUSY_POLL_MS = 250;
const POLL_MS = 5_000;
const SETTLE_MS = 5_000;
