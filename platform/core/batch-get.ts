/** The most ids that a batch RPC takes. */
const IDS_AT_MOST = 1_000;

/**
 * Asks for the records of ids, each once; returns the answers. More ids than a batch RPC takes are asked for in several, all at once. No ids
 * cost no call.
 */
export function inBatches<T>(ids: readonly string[], load: (ids: string[]) => Promise<T>): Promise<T[]> {
  const distinct = [...new Set(ids)];
  const answers: Promise<T>[] = [];
  for (let first = 0; first < distinct.length; first += IDS_AT_MOST) {
    answers.push(load(distinct.slice(first, first + IDS_AT_MOST)));
  }
  return Promise.all(answers);
}

/** The records of ids, by id, asked for {@link inBatches}; unknown ids are absent. */
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
