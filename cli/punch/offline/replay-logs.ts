import { type LogBulkResult, ProblemError } from '../../../clients/typescript/src/index.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { Api } from '../api/api.ts';
import { describeProblem } from '../api/describe-problem.ts';
import type { Punch } from '../punch.ts';
import type { Tally } from '../tally.ts';
import { type BatchItem, batchesOf } from './batches.ts';
import { pairPunches } from './pair-punches.ts';

interface Replay {
  readonly api: Pick<Api, 'post'>;
  readonly tally: Tally;
}

type FailedItem = LogBulkResult['failed'][number];

/** Sends the complete logs among the punches in batches, one after the other. Throws what the API throws. */
export async function replayLogs(punches: AsyncIterable<Punch>, replay: Replay): Promise<void> {
  for await (const batch of batchesOf(pairPunches(punches, (rows) => replay.tally.refuse(rows)))) {
    await sendBatch(batch, replay);
  }
}

/**
 * Sends a batch. A replayed response repeats old failures, whose causes may be gone by now: failed items are sent again as a new request. The
 * request id of the replayed response makes its key different from earlier ones.
 */
async function sendBatch(batch: readonly BatchItem[], { api, tally }: Replay): Promise<void> {
  for (let items = batch, occasion = ''; items.length > 0; ) {
    const answer = await api.post('bulkCreateLogs', { items: items.map(({ item }) => item) }, occasion);
    if (answer instanceof ProblemError) return refuseAll(items, answer, tally);
    const { data, meta } = answer;
    const failed = data.failed.filter((failure) => !isThere(items[failure.index], failure));
    const rowsOf = (indices: readonly number[]) =>
      indices.reduce((sum, index) => sum + linesOf(items[index]).length, 0);
    const created = rowsOf(data.created.map(({ index }) => index));
    if (answer.isReplayed) tally.replay(created);
    else tally.accept(created);
    tally.replay(rowsOf(data.failed.filter((failure) => !failed.includes(failure)).map(({ index }) => index)));
    if (!answer.isReplayed) {
      for (const failure of failed) {
        tally.refuse({ lines: linesOf(items[failure.index]), reason: describeProblem(failure) });
      }
      return;
    }
    items = failed.flatMap(({ index }) => items[index] ?? []);
    occasion = meta?.requestId ?? '';
  }
}

function refuseAll(items: readonly BatchItem[], problem: ProblemError, tally: Tally): void {
  const reason = describeProblem(problem);
  for (const { log } of items) tally.refuse({ lines: log.lines, reason });
}

/** Whether an item failed because exactly this log already exists, created by another request. */
function isThere(item: BatchItem | undefined, { status, conflictingLog }: FailedItem): boolean {
  return (
    status === 409 &&
    item !== undefined &&
    conflictingLog?.startTime === toInstantText(item.log.start) &&
    conflictingLog.endTime === toInstantText(item.log.end)
  );
}

function linesOf(item: BatchItem | undefined): readonly number[] {
  return item?.log.lines ?? [];
}
