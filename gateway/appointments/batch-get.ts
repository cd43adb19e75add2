/** The most ids that a batch RPC takes. */
const IDS_AT_MOST = 1000;

/**
 * The records of ids, each asked for once, by id; unknown ids are absent. More ids than an RPC takes are asked for in several, all at once.
 * No ids cost no call.
 */
export async function batchGet<R extends { readonly id: string }>(
  ids: readonly string[],
  get: (ids: string[]) => Promise<readonly R[]>,
): Promise<ReadonlyMap<string, R>> {
  const wanted = [...new Set(ids)];
  const calls: Promise<readonly R[]>[] = [];
  for (let first = 0; first < wanted.length; first += IDS_AT_MOST) {
    calls.push(get(wanted.slice(first, first + IDS_AT_MOST)));
  }
  return byId((await Promise.all(calls)).flat());
}

/** Records by their ids. */
export function byId<R extends { readonly id: string }>(records: readonly R[]): ReadonlyMap<string, R> {
  return new Map(records.map((record) => [record.id, record]));
}
