import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { ANONYMOUS } from '../../../platform/core/actor.ts';
import { deadlineAfter } from '../../../platform/core/clock.ts';
import { SYSTEM } from '../../../platform/core/event.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { writtenBy } from '../../../platform/data/audit/author.ts';
import { lockJournal } from '../../../platform/data/erasure/applied-erasures.ts';
import type { AgedKind, ErasureJournal } from '../../../platform/data/erasure/journal.ts';
import { standstillOf } from '../../../platform/data/standstill/fence.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { RetentionService } from '../../../proto/gen/lyceum/timetracking/v1/retention_pb.ts';
import { type Cuts, cutsOn, dayIn, nextDay } from '../domain/retention.ts';
import { lockWhole } from '../store/erased-users.ts';
import { findErasure, planErasure } from '../store/erasures.ts';
import { listHeld, lockHold } from '../store/holds.ts';
import { findInstitution } from '../store/institutions.ts';
import type { LeftReason } from '../store/retention-tables.ts';
import { archivedBefore, dueRuns, forgetLeft, lockRun, noteLeft, noteRun, type Run } from '../store/retentions.ts';
import { beginErasure } from './begin-erasure.ts';

/**
 * Goes on with the runs whose time has come, each by a page of people. A run begins with what goes by its age in other
 * services, then erases people one by one, and notes how far it is: whatever ends the process, the next one goes on.
 * Two processes at once do the same twice, which changes nothing.
 * @returns whether more is to be done at once
 */
export async function runRetention(runtime: Runtime, journal: ErasureJournal, signal: AbortSignal): Promise<boolean> {
  const { db, clock, log } = runtime;
  let isBusy = false;
  for (const run of await dueRuns(db, toInstantText(clock.now()))) {
    if (signal.aborted) return false;
    try {
      isBusy = (await new RunStep(runtime, journal, run).do()) || isBusy;
    } catch (error) {
      // One that stands still goes on afterwards.
      if (!standstillOf(error)) log.error({ err: error }, 'retention cannot go on; retrying');
    }
  }
  return isBusy;
}

/** The people of an institution who are due and of whom a call to timetracking knows whether they are clocked in. */
export async function clockedInOf(runtime: Runtime, institutionId: string, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const found = await callTo(runtime)(RetentionService.method.findClockedIn, { institutionId, userIds });
  return new Set(found.userIds);
}

function callTo(runtime: Runtime): Call {
  return runtime.call({
    ...{ actor: ANONYMOUS, requestId: runtime.ids.newRequestId(), deadline: deadlineAfter(CALL_MS) },
  });
}

/** The next part of a run. */
class RunStep {
  readonly #runtime: Runtime;
  readonly #journal: ErasureJournal;
  readonly #run: Run;
  readonly #now: number;

  constructor(runtime: Runtime, journal: ErasureJournal, run: Run) {
    this.#runtime = runtime;
    this.#journal = journal;
    this.#run = run;
    this.#now = runtime.clock.now();
  }

  /** @returns whether the run goes on */
  async do(): Promise<boolean> {
    const { db } = this.#runtime;
    const { institutionId, position } = this.#run;
    const settings = await findInstitution(db, institutionId);
    if (!settings) return false;
    const { people: before, ...cuts } = cutsOn(dayIn(this.#now, settings), settings);
    const startedAt = this.#run.startedAt ?? toInstantText(this.#now);
    let { sequence, people } = this.#run.startedAt === null ? { sequence: 0, people: 0 } : this.#run;
    if (this.#run.startedAt === null) sequence = await this.#sweep(cuts);
    const page =
      before === null ? [] : await archivedBefore(db, { institutionId, before, after: position, limit: PAGE });
    const clockedIn = await clockedInOf(this.#runtime, institutionId, page);
    for (const userId of page) {
      const begun = await this.#erase(userId, before ?? '', clockedIn.has(userId));
      sequence = Math.max(sequence, begun ?? 0);
      people += begun === undefined ? 0 : 1;
    }
    const isLast = page.length < PAGE;
    await this.#transaction(async (tx) => {
      const run = await lockRun(tx, { institutionId });
      // Ended, or set to another day meanwhile.
      if (run?.dueAt !== this.#run.dueAt) return;
      const state = { startedAt, position: page.at(-1) ?? position, sequence, people };
      if (isLast) forgetLeft(tx, { institutionId, before: startedAt });
      const ended = { dueAt: nextDay(this.#now, settings), startedAt: null, position: null, ranOn: cuts.on };
      noteRun(tx, { ...run, ...state, ...(isLast && ended) });
    });
    return !isLast;
  }

  /** Writes what goes by its age into the journal, if there is any. @returns the last place there */
  async #sweep({ on, notes, hours, audit }: Omit<Cuts, 'people'>): Promise<number> {
    const { institutionId, ranOn } = this.#run;
    const old = {
      ...(notes !== null && { notesBefore: notes }),
      ...(hours !== null && { hoursBefore: hours }),
      exceptUserIds: await listHeld(this.#runtime.db, institutionId),
    };
    const { hasNotes, hasHours } = await callTo(this.#runtime)(RetentionService.method.findOldRecords, {
      ...{ institutionId, old },
    });
    const cuts: Readonly<Record<AgedKind, string | null>> = {
      notes: hasNotes ? notes : null,
      hours: hasHours ? hours : null,
      // There is always some of another day.
      audit: ranOn === on ? null : audit,
    };
    return this.#transaction(async (tx) => {
      await lockJournal(tx);
      let last = 0;
      for (const kind of ['notes', 'hours', 'audit'] as const) {
        const at = cuts[kind];
        if (at === null) continue;
        const { sequence } = await this.#journal.append({ at, institutionId, userId: null, kind });
        last = Math.max(last, sequence);
      }
      return last;
    });
  }

  /** Erases a person, unless they have come back or are left. @returns the place in the journal of one who is erased */
  async #erase(userId: string, before: string, isClockedIn: boolean): Promise<number | undefined> {
    const { ids } = this.#runtime;
    const { institutionId } = this.#run;
    const now = this.#now;
    const at = toInstantText(now);
    return this.#transaction(async (tx) => {
      const user = await lockWhole(tx, { institutionId, id: userId });
      const isDue = user?.isArchived && user.erasedAt === null && (user.archivedAt ?? user.updatedAt) < before;
      if (!isDue || (await findErasure(tx, { institutionId }, userId))) return undefined;
      const held: LeftReason | false = (await lockHold(tx, { institutionId, id: userId })) !== undefined && 'held';
      const reason = held || (isClockedIn && 'clocked_in');
      if (reason) {
        noteLeft(tx, { institutionId, userId, reason, notedAt: at });
        return undefined;
      }
      planErasure(tx, { institutionId, userId, withHours: false, plannedAt: at, dueAt: at, ...SYSTEM });
      return beginErasure(tx, { journal: this.#journal, ids }, { institutionId, userId, withHours: false, now });
    });
  }

  async #transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { db, ids, clock } = this.#runtime;
    const author = { kind: 'consumer', id: 'retention', name: null, onBehalfOf: null, cause: null } as const;
    const written = { ...author, operation: 'RunRetention', requestId: ids.newRequestId(), now: clock.now() };
    const { institutionId } = this.#run;
    return db.transaction(work, { of: { institutionId }, ...writtenBy(written) });
  }
}

const PAGE = 100;
const CALL_MS = 10_000;
