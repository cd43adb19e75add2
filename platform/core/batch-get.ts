/** The maximum number of ids in a batch RPC. */
const MAX_IDS = 1_000;

/**
 * Requests the records of ids, without duplicates, and returns the responses. More ids than a batch RPC takes are split
 * into several calls, made in parallel. No ids, no call.
 */
export function inBatches<T>(ids: readonly string[], load: (ids: string[]) => Promise<T>): Promise<T[]> {
  const distinct = [...new Set(ids)];
  const answers: Promise<T>[] = [];
  for (let first = 0; first < distinct.length; first += MAX_IDS) {
    answers.push(load(distinct.slice(first, first + MAX_IDS)));
  }
  return Promise.all(answers);
}

/** The records of ids, by id, requested {@link inBatches}; unknown ids are absent. */
export async function batchGet<R extends { readonly id: string }>(
  ids: readonly string[],
  get: (ids: string[]) => Promise<readonly R[]>,
): Promise<ReadonlyMap<string, R>> {
  return byId((await inBatches(ids, get)).flat());
}

/** Records by their ids. */
export function byId<R extends { readonly id: string }>(records: readonly R[]): ReadonlyMap<string, R> {
  return new Map(records.map((record) => [record.id, record]));
}
