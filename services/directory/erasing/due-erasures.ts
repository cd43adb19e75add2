import { setTimeout as delay } from 'node:timers/promises';
import { ANONYMOUS } from '../../../platform/core/actor.ts';
import { deadlineAfter } from '../../../platform/core/clock.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { writtenBy } from '../../../platform/data/audit/author.ts';
import type { ErasureJournal } from '../../../platform/data/erasure/journal.ts';
import { standstillOf } from '../../../platform/data/standstill/fence.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import type { BackgroundWork } from '../../../platform/process/service-options.ts';
import { lockWhole } from '../store/erased-users.ts';
import { dueErasures, endPlan, lockPlan } from '../store/erasures.ts';
import { lockHold } from '../store/holds.ts';
import { findUser } from '../store/users.ts';
import { beginErasure } from './begin-erasure.ts';
import { obstaclesTo } from './obstacles.ts';
import { runRetention } from './retention.ts';

/**
 * Begins the erasures whose time has come, and lets go what institutions do not keep longer. Undefined where there is no
 * journal.
 */
export function erasureWork(runtime: Runtime): BackgroundWork | undefined {
  const { journal } = runtime;
  return journal && new DueErasures(runtime, journal);
}

interface Person {
  readonly institutionId: string;
  readonly userId: string;
}

/**
 * Writes due erasures into the journal, and marks the people in the same transaction: from then on nobody can bring them
 * back, and every service, this one too, follows the journal. Safe to run in several replicas: the first locks the plan.
 */
class DueErasures implements BackgroundWork {
  readonly #runtime: Runtime;
  readonly #journal: ErasureJournal;
  readonly #stopping = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(runtime: Runtime, journal: ErasureJournal) {
    this.#runtime = runtime;
    this.#journal = journal;
  }

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { db, clock } = this.#runtime;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const due = await this.#orLog(() => dueErasures(db, toInstantText(clock.now())));
      // One that fails does not keep the others.
      for (const person of due ?? []) if (!signal.aborted) await this.#orLog(() => this.#begin(person));
      const isBusy = await this.#orLog(() => runRetention(this.#runtime, this.#journal, signal));
      if (!isBusy) await delay(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #orLog<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      // One that stands still is erased afterwards.
      if (!standstillOf(error)) this.#runtime.log.error({ err: error }, 'an erasure cannot begin; retrying');
      return undefined;
    }
  }

  async #begin({ institutionId, userId }: Person): Promise<void> {
    const { db, clock, ids } = this.#runtime;
    const now = clock.now();
    // Who is archived before and after other services were asked, in the same state, was archived meanwhile.
    const before = await findUser(db, { institutionId }, userId);
    const context = { actor: ANONYMOUS, requestId: ids.newRequestId(), deadline: deadlineAfter(CALL_MS) };
    const [obstacle] = await obstaclesTo(this.#runtime.call(context), { institutionId, userId });
    const author = { kind: 'consumer', id: 'erasure', name: null, onBehalfOf: null, cause: null } as const;
    await db.transaction(
      async (tx) => {
        const user = await lockWhole(tx, { institutionId, id: userId });
        const plan = await lockPlan(tx, { institutionId, userId });
        if (!plan) return;
        const isHeld = await lockHold(tx, { institutionId, id: userId });
        const endedBy = !user?.isArchived ? 'active' : isHeld ? 'held' : obstacle;
        if (endedBy) {
          endPlan(tx, { institutionId, userId, at: toInstantText(now), endedBy });
          return;
        }
        // The next round asks again.
        if (user?.revision === before?.revision)
          await beginErasure(tx, { journal: this.#journal, ids }, { ...plan, now });
      },
      {
        of: { institutionId },
        ...writtenBy({ ...author, operation: 'ErasePerson', requestId: ids.newRequestId(), now }),
      },
    );
  }
}

const POLL_MS = 5_000;
const CALL_MS = 10_000;
