import type { LogCreate } from '../../../clients/typescript/src/index.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { PunchedLog } from './punched-log.ts';

/** A log with its item of a bulk request. */
export interface BatchItem {
  readonly log: PunchedLog;
  /** An item of POST /time-tracking/logs/bulk. */
  readonly item: LogCreate;
}

/**
 * Splits logs into batches for one request each: at most 500 items (decisions 10.8), and well below the 256 KiB and 10,000 values of a body
 * (decisions 13.4). The split depends only on the logs, so the same file gives the same batches.
 */
export async function* batchesOf(logs: AsyncIterable<PunchedLog>): AsyncGenerator<readonly BatchItem[]> {
  let batch: BatchItem[] = [];
  let bytes = 0;
  let values = 0;
  for await (const log of logs) {
    const item = toItem(log);
    const more = Buffer.byteLength(JSON.stringify(item)) + 1;
    const moreValues = VALUES_OF_ITEM + VALUES_OF_PAUSE * log.pauses.length;
    const isTooMuch = bytes + more > MAX_BYTES || values + moreValues > MAX_VALUES;
    if (batch.length === MAX_ITEMS || (batch.length > 0 && isTooMuch)) {
      yield batch;
      batch = [];
      bytes = 0;
      values = 0;
    }
    batch.push({ log, item });
    bytes += more;
    values += moreValues;
  }
  if (batch.length > 0) yield batch;
}

const MAX_ITEMS = 500;
const MAX_BYTES = 240_000;
const MAX_VALUES = 9_900;
/** The item, its code and two instants, and the list of its pauses. */
const VALUES_OF_ITEM = 5;
/** It and two instants. */
const VALUES_OF_PAUSE = 3;

function toItem({ code, start, end, pauses }: PunchedLog): LogCreate {
  const interval = (part: { start: number; end: number }) => ({
    startTime: toInstantText(part.start),
    endTime: toInstantText(part.end),
  });
  return { code, ...interval({ start, end }), ...(pauses.length > 0 ? { pauses: pauses.map(interval) } : {}) };
}
