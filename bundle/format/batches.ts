/** Consecutive records of a section. */
export interface Batch<T> {
  /** The index of its first record in the section. */
  readonly start: number;
  readonly records: T[];
}

/**
 * Splits a section into batches that a service imports in one transaction each; a record over the limit by itself
 * becomes a batch of its own.
 */
export function* batchesOf<T>(records: readonly T[]): Generator<Batch<T>> {
  let batch: T[] = [];
  let weight = 0;
  for (const [index, record] of records.entries()) {
    const more = weigh(record);
    if (batch.length === MAX_RECORDS || (batch.length > 0 && weight + more > MAX_WEIGHT)) {
      yield { start: index - batch.length, records: batch };
      batch = [];
      weight = 0;
    }
    batch.push(record);
    weight += more;
  }
  if (batch.length > 0) yield { start: records.length - batch.length, records: batch };
}

/** One, and one for each element of the lists within. */
function weigh(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, element) => sum + weigh(element), 0);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + (typeof each === 'object' ? weigh(each) : 0), 1);
}

const MAX_RECORDS = 500;
const MAX_WEIGHT = 10_000;
