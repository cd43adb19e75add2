import { LRUCache } from 'lru-cache';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isYounger } from '../../../platform/core/clock.ts';
import { perService, type Runtime } from '../../../platform/handler/runtime.ts';
import type { LockedUser } from '../domain/user.ts';
import { BEFORE_ALL, countSynced, listSynced, type SyncedPosition } from './synced-users.ts';

/** How long a walk through the pages goes on from where it was: what it has missed meanwhile is no older. */
const KEPT_MS = 60_000;
/** As many lists are being walked through at once; the list of another one is counted again. */
const MAX_LISTS = 1_000;
/** As many positions of one list: several syncs, each of whose calls may come to another replica. */
const MAX_POSITIONS = 16;

interface Place {
  readonly offset: number;
  readonly position: SyncedPosition;
  /** In epoch milliseconds. */
  readonly at: number;
}

interface Walked {
  readonly total: number;
  /** In epoch milliseconds. */
  readonly countedAt: number;
  /** Where pages have ended, latest last. */
  readonly places: readonly Place[];
}

const listsOf = perService(() => new LRUCache<string, Walked>({ max: MAX_LISTS }));

interface Wanted {
  /** Null for all. */
  readonly isArchived: boolean | null;
  readonly offset: number;
  readonly limit: number;
}

/**
 * A page of the users whom syncs know, and how many there are. SCIM names a page by the number of rows before it. The
 * first page counts them all; one that follows goes on behind the former one, with its total, so that a walk through
 * all pages reads each user once. A page that nobody has led to walks from the beginning.
 */
export async function syncedPage(
  db: Reader,
  { runtime, actor, now }: { readonly runtime: Runtime; readonly actor: TenantActor; readonly now: number },
  { isArchived, offset, limit }: Wanted,
): Promise<{ readonly users: readonly LockedUser[]; readonly total: number }> {
  const lists = listsOf(runtime);
  const key = `${actor.institutionId} ${isArchived}`;
  const known = lists.get(key);
  const isCounted = offset > 0 && known !== undefined && isYounger(known.countedAt, now, KEPT_MS);
  const places = (known?.places ?? []).filter(({ at }) => isYounger(at, now, KEPT_MS));
  const from = nearest(places, offset);
  const part = { isArchived, after: from?.position ?? BEFORE_ALL, offset: offset - (from?.offset ?? 0), limit };
  const [counted, users] = await Promise.all([
    isCounted ? known.total : countSynced(db, actor, { isArchived }),
    limit === 0 ? [] : listSynced(db, actor, part),
  ]);
  const last = users.at(-1);
  const end = offset + users.length;
  // A page that ends early is the last one, whatever was counted before it.
  const total = users.length < limit ? (last ? end : Math.min(counted, offset)) : Math.max(counted, last ? end : 0);
  const place = last && { offset: end, position: { sort: last.createdAt, id: last.id }, at: now };
  const latest = lists.get(key)?.places ?? [];
  lists.set(key, {
    total,
    countedAt: isCounted ? known.countedAt : now,
    places: place ? [...latest.filter((each) => each.offset !== end), place].slice(-MAX_POSITIONS) : latest,
  });
  return { users, total };
}

function nearest(places: readonly Place[], offset: number): Place | undefined {
  return places.filter((each) => each.offset <= offset).toSorted((a, b) => b.offset - a.offset)[0];
}
