import type { LogCreate } from '../../../client/src/index.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { PunchedLog } from './punched-log.ts';

/** A log with its item of a bulk. */
export interface BatchItem {
  readonly log: PunchedLog;
  /** As POST /time-tracking/logs/bulk takes it. */
  readonly item: LogCreate;
}

/**
 * Cuts logs into batches that one request takes: 500 items (decisions 10.8), and well below the 1 MiB of a body (decisions 1.6). The cuts follow
 * from the logs alone, so that the same file gives the same batches.
 */
export async function* batchesOf(logs: AsyncIterable<PunchedLog>): AsyncGenerator<readonly BatchItem[]> {
  let batch: BatchItem[] = [];
  let bytes = 0;
  for await (const log of logs) {
    const item = toItem(log);
    const more = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (batch.length === ITEMS_AT_MOST || (batch.length > 0 && bytes + more > BYTES_AT_MOST)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push({ log, item });
    bytes += more;
  }
  if (batch.length > 0) yield batch;
}

const ITEMS_AT_MOST = 500;
const BYTES_AT_MOST = 900_000;

function toItem({ code, start, end, pauses }: PunchedLog): LogCreate {
  const interval = (part: { start: number; end: number }) => ({
    startTime: toInstantText(part.start),
    endTime: toInstantText(part.end),
  });
  return { code, ...interval({ start, end }), ...(pauses.length > 0 ? { pauses: pauses.map(interval) } : {}) };
}
