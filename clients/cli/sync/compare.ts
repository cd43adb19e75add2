import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Copy } from './copy.ts';
import type { Copied, Kind, Stale } from './kinds.ts';

export interface Difference extends Stale {
  readonly why: string;
}

/**
 * Compares a list of the API with the copy, whole records. What differs is compared again after `again`, because others
 * may write meanwhile, and lists show a change before the feed does.
 * @param again lets the copy take what has happened
 * @returns how many records the API has, and what differs
 */
export async function compare(
  kind: Kind,
  copy: Copy,
  again: () => Promise<void>,
): Promise<{ readonly count: number; readonly differences: readonly Difference[] }> {
  const { store } = copy;
  const differences: Difference[] = [];
  await store.run('CREATE TEMP TABLE IF NOT EXISTS seen (id TEXT PRIMARY KEY)');
  await store.run('DELETE FROM seen');
  for await (const { items } of kind.walk(undefined)) {
    const ids = items.map(({ id }) => id);
    await copy.insert(
      'seen (id)',
      ids.map((id) => [id]),
      'ON CONFLICT DO NOTHING',
    );
    const copied = await copy.jsonOf(kind, ids);
    for (const record of items) differences.push(...difference(record, copied.get(record.id)));
  }
  const unseen = `SELECT CAST(json AS TEXT) AS json FROM ${kind.name} AS copied
    WHERE NOT EXISTS (SELECT 1 FROM seen WHERE seen.id = copied.id)`;
  for (const { json } of await store.all<{ json: string }>(unseen)) differences.push(...difference(undefined, json));
  const [{ count } = { count: 0 }] = await store.all<{ count: number }>(
    'SELECT CAST(COUNT(*) AS INTEGER) AS count FROM seen',
  );
  for (let round = 0; round < ROUNDS && differences.length > 0; round++) {
    await setTimeout(FIRST_PAUSE_MS * 2 ** round);
    await again();
    for (const suspects = differences.splice(0); suspects.length > 0; ) {
      const some = suspects.splice(-kind.atOnce);
      const found = new Map((await kind.read(some)).map((record) => [record.id, record]));
      const copied = await copy.jsonOf(
        kind,
        some.map(({ id }) => id),
      );
      for (const { id } of some) differences.push(...difference(found.get(id), copied.get(id)));
    }
  }
  return { count, differences };
}

/** What is different of a record; nothing if the copy has it as it is, or neither does. */
function difference(record: Copied | undefined, json: string | undefined): Difference[] {
  const copied: Copied | undefined = json === undefined ? undefined : JSON.parse(json);
  const { id, userId = null }: Partial<Stale> = record ?? copied ?? {};
  if (id === undefined || isDeepStrictEqual(copied, record)) return [];
  const why = copied ? (record ? 'other in the copy' : 'only in the copy') : 'not in the copy';
  return [{ id, userId, why }];
}

/** Eight seconds in all. */
const ROUNDS = 5;
const FIRST_PAUSE_MS = 250;
