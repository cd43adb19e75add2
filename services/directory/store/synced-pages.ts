import { LRUCache } from 'lru-cache';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isYounger } from '../../../platform/core/clock.ts';
import { perService, type Runtime } from '../../../platform/handler/runtime.ts';
import type { LockedUser } from '../domain/user.ts';
import { BEFORE_ALL, countSynced, listSynced, type SyncedPosition } from './synced-users.ts';

/**
 * How long a walk through the pages continues from its last position, and so the age of the changes that it may miss.
 */
const KEPT_MS = 60_000;
/** As many pages lead to another one; one that is forgotten is found by its number, and counted again. */
const MAX_PLACES = 16_000;

/** Where a page has ended. */
interface Place {
  readonly position: SyncedPosition;
  /** In epoch milliseconds. */
  readonly at: number;
  readonly total: number;
  /** In epoch milliseconds. */
  readonly countedAt: number;
}

/** By institution, kind and the number of rows before it. */
const placesOf = perService(() => new LRUCache<string, Place>({ max: MAX_PLACES }));

interface Wanted {
  /** Null for all. */
  readonly isArchived: boolean | null;
  readonly offset: number;
  readonly limit: number;
}

/**
 * A page of the users visible to syncs, and their number. SCIM names a page by the number of rows before it. The
 * first page counts them all; one that begins where another has ended goes on behind that, with its total, so that a
 * walk through all pages reads each user once. Any other page walks from the beginning.
 */
export async function syncedPage(
  db: Reader,
  { runtime, actor, now }: { readonly runtime: Runtime; readonly actor: TenantActor; readonly now: number },
  { isArchived, offset, limit }: Wanted,
): Promise<{ readonly users: readonly LockedUser[]; readonly total: number }> {
  const places = placesOf(runtime);
  const keyOf = (rows: number) => `${actor.institutionId} ${isArchived} ${rows}`;
  const known = offset > 0 ? places.get(keyOf(offset)) : undefined;
  const from = known && isYounger(known.at, now, KEPT_MS) ? known : undefined;
  const count = from && isYounger(from.countedAt, now, KEPT_MS) ? from : undefined;
  const part = { isArchived, after: from?.position ?? BEFORE_ALL, offset: from ? 0 : offset, limit };
  const [counted, users] = await Promise.all([
    count?.total ?? countSynced(db, actor, { isArchived }),
    limit === 0 ? [] : listSynced(db, actor, part),
  ]);
  const last = users.at(-1);
  const end = offset + users.length;
  // A page that ends early is the last one, whatever was counted before it.
  const total = users.length < limit ? (last ? end : Math.min(counted, offset)) : Math.max(counted, last ? end : 0);
  const position = last && { sort: last.createdAt, id: last.id };
  if (position) places.set(keyOf(end), { position, at: now, total, countedAt: count?.countedAt ?? now });
  return { users, total };
}
