import { readTrail } from '../../../platform/core/audit-trail.ts';
import { deadlineAfter, monotonicMs } from '../../../platform/core/clock.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { type Author, writtenBy } from '../../../platform/data/audit/author.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import type { Sender } from '../../../platform/outbound/sender.ts';
import { openIdConfig } from '../config.ts';
import { afterBatch, type Progress } from '../domain/audit-stream.ts';
import { ownCall } from '../sign-in/own-call.ts';
import {
  findStream,
  type LeasedStream,
  lockStream,
  progressOf,
  settleStream,
  updateStream,
} from '../store/audit-streams.ts';
import { batchOf, requestOf } from './batch.ts';
import { ownerOf } from './secret.ts';
import { trailSources } from './sources.ts';

interface Served {
  readonly runtime: Runtime;
  readonly sender: Pick<Sender, 'send'>;
  readonly signal: AbortSignal;
}

type Leased = LeasedStream & { readonly lease: string };

/**
 * Sends a leased stream its records, batch after batch, and ends the lease. The place is written after the receiver has
 * accepted: a process that is killed in between sends the batch again, and nothing is left out.
 */
export async function serveStream(leased: Leased, served: Served): Promise<void> {
  const { runtime, sender, signal } = served;
  const { db, clock } = runtime;
  const stream = await findStream(db, leased);
  if (!stream) return;
  const secret = openIdConfig(runtime).keys.open(stream, ownerOf(stream));
  let progress = progressOf(leased);
  for (let batch = 1; ; batch++) {
    const read = await nextRecords(leased, progress, runtime);
    const records = batchOf(read ?? []);
    const end = records.at(-1);
    if (!end) {
      const dueAt = clock.now() + (read ? IDLE_MS : AWAY_MS);
      await settle(leased, { ...progress, dueAt }, false, served);
      return;
    }
    const startedAt = monotonicMs();
    const result = await sender.send(requestOf({ ...stream, secret }, records, clock.now()));
    const isSlow = monotonicMs() - startedAt > SLOW_FROM_MS;
    const batchSent = { kind: stream.kind, records: records.length, end: end.cursor, result };
    progress = afterBatch(progress, batchSent, clock.now());
    const keeps = progress.failures === 0 && !isSlow && batch < MAX_BATCHES && !signal.aborted;
    if ((await settle(leased, progress, keeps, served)) !== true) return;
  }
}

/** Undefined while a service is away: that is not the receiver's failure. */
async function nextRecords({ institutionId }: Leased, { cursor, batchSize }: Progress, runtime: Runtime) {
  const context = { requestId: runtime.ids.newRequestId(), deadline: deadlineAfter(READ_MS) };
  const call = await ownCall({ runtime, callAs: (who) => runtime.call({ ...context, ...who }) }, institutionId);
  try {
    return await readTrail(trailSources(call), cursor, batchSize);
  } catch (error) {
    runtime.log.warn({ err: error, institutionId }, 'cannot read the audit for its stream; retrying');
    return undefined;
  }
}

/** @returns as {@link settleStream} */
function settle(
  leased: Leased,
  progress: Progress,
  keeps: boolean,
  { runtime: { db, clock, ids, log } }: Served,
): ReturnType<typeof settleStream> {
  const now = clock.now();
  const isPaused = progress.dueAt === null;
  return db.transaction(
    async (tx) => {
      const stream = isPaused ? await lockStream(tx, leased) : undefined;
      const settled = await settleStream(tx, leased, progress, keeps);
      if (settled === 'lost' || !stream) return settled;
      updateStream(tx, { ...stream, pausedBy: progress.fault, updatedAt: toInstantText(now), revision: ids.newId() });
      log.warn({ institutionId: leased.institutionId, fault: progress.fault }, 'paused a stream of the audit');
      return settled;
    },
    { of: 'begun', ...writtenBy({ ...AUTHOR, requestId: ids.newRequestId(), now }) },
  );
}

/** The platform, which pauses a stream. */
const AUTHOR: Omit<Author, 'requestId' | 'now'> = {
  ...{ kind: 'consumer', id: 'audit-stream', name: null, onBehalfOf: null, cause: null },
  operation: 'PauseAuditStream',
};

/** After this many batches, a stream yields to others. */
const MAX_BATCHES = 20;
/** A receiver that takes longer lets others go first. */
const SLOW_FROM_MS = 2_000;
const READ_MS = 10_000;
/** Until it is looked for new records. */
const IDLE_MS = 15_000;
const AWAY_MS = 10_000;
