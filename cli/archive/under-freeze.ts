import { systemClock } from '../../platform/core/clock.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import type { Database } from '../../platform/data/database.ts';
import { endFreeze, listStandstills } from '../../platform/data/standstill/standstill-rows.ts';
import { freeze, positionOf } from '../standstill/freeze.ts';
import { undoneAtInterrupt } from '../terminal/interrupts.ts';

/** The standstill of an institution in all services. */
export interface FrozenState {
  /** Instant text: nothing has changed from then on. */
  readonly since: string;
  /** Instant text; null if it does not end by itself. */
  readonly until: string | null;
  /** The last number of the feed. */
  readonly position: number;
  /** Whether it ends with the work. */
  readonly isOwn: boolean;
  /** Whether it still lasts, without a pause. */
  holds(): Promise<boolean>;
}

interface Freezing {
  readonly databases: ReadonlyMap<string, Database>;
  readonly institutionId: string;
  /** Until when work of before that was ended has frozen it; null if none has. */
  readonly ownUntil: string | null;
}

/** Works while an institution is frozen: as it is, or else until the work ends, however it ends. */
export async function underFreeze<T>(
  { databases, institutionId, ownUntil }: Freezing,
  work: (frozen: FrozenState) => Promise<T>,
): Promise<T> {
  const before = await frozenUntil(databases, institutionId);
  const until = before === undefined ? await begin() : before;
  const isOwn = before === undefined || (before !== null && before === ownUntil);
  const state: FrozenState = {
    since: toInstantText(systemClock.now()),
    until,
    position: await positionOf(databases, institutionId),
    isOwn,
    holds: async () => (await frozenUntil(databases, institutionId)) === until,
  };
  if (!isOwn) return work(state);
  const thaw = () => Promise.all([...databases.values()].map((db) => endFreeze(db, institutionId)));
  try {
    return await undoneAtInterrupt(thaw, () => work(state));
  } finally {
    await thaw();
  }

  async function begin(): Promise<string> {
    return (await freeze({ databases, institutionId, minutes: MINUTES })).frozenUntil;
  }
}

/** When the freeze of all services ends: null if never, undefined if one of them is not frozen, or till another time. */
async function frozenUntil(
  databases: ReadonlyMap<string, Database>,
  institutionId: string,
): Promise<string | null | undefined> {
  const ends = new Set<string | null | undefined>();
  for (const db of databases.values()) {
    const row = (await listStandstills(db)).find((each) => each.institutionId === institutionId);
    ends.add(row?.isSettled ? row.until : undefined);
  }
  const [end] = ends;
  return ends.size === 1 ? end : undefined;
}

const MINUTES = 60;
