/** Consecutive records of a section. */
export interface Batch<T> {
  /** The index of its first record in the section. */
  readonly start: number;
  readonly records: T[];
}

/** Splits a section into batches within a service's limits; a record over the limit by itself becomes a batch of its own. */
export function* batchesOf<T>(records: readonly T[], weigh: (record: T) => number = () => 1): Generator<Batch<T>> {
  let batch: T[] = [];
  let weight = 0;
  for (const [index, record] of records.entries()) {
    const more = weigh(record);
    if (batch.length === RECORDS_AT_MOST || (batch.length > 0 && weight + more > WEIGHT_AT_MOST)) {
      yield { start: index - batch.length, records: batch };
      batch = [];
      weight = 0;
    }
    batch.push(record);
    weight += more;
  }
  if (batch.length > 0) yield { start: records.length - batch.length, records: batch };
}

const RECORDS_AT_MOST = 500;
const WEIGHT_AT_MOST = 10_000;
