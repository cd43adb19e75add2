import { importBundle } from '../../cli/import/import-bundle.ts';
import { DAY_MS } from '../../platform/core/instant.ts';
import { present } from '../../platform/core/present.ts';
import { Copies } from '../../test/support/copies.ts';
import { Draws } from '../../test/support/draws.ts';
import type { Operator } from '../../test/support/operator.ts';
import { endOfDay } from '../../test/time-tracking/reference/local-day.ts';
import { type SchoolTime, TrackedMember } from './tracked-member.ts';

export type MonthSchool = Awaited<ReturnType<typeof openSchool>>;

interface SchoolOptions {
  readonly name: string;
  readonly zone: string;
  readonly size: number;
  readonly seed: number;
  /** Of its copies. */
  readonly folder: string;
}

/**
 * An institution whose bundle is imported again every day, with another time zone or other members archived.
 * @param url the gateway's
 */
export async function openSchool(operator: Operator, url: string, { name, zone, size, seed, folder }: SchoolOptions) {
  const importAs = (zoneOfDay: string, areArchived: readonly boolean[]) => {
    const institution = { ref: name, name, settings: { time_tracking_timezone: zoneOfDay } };
    const users = areArchived.map((isArchived, index) => ({ ...userOf(name, index), isArchived }));
    return importBundle({ bundle: { institution, users }, call: (actor) => operator.call(actor.institutionId) });
  };
  const { institutionId, ids } = await importAs(zone, Array(size).fill(false));
  const client = await operator.newClient(institutionId, url);
  const members = Array.from({ length: size }, (_, index) => {
    const { ref, email, code } = userOf(name, index);
    const userId = present(ids.users?.[ref], ref) as string;
    return new TrackedMember(client, { userId, email, code }, new Draws(seed + index));
  });
  const copies = await Copies.open({ operator, institutionId, urls: [url], areas: ['users'], folder });
  await copies.follow();
  let current = zone;
  return {
    ...{ members, copies },
    get zone() {
      return current;
    },
    /** The next day's bundle. @param moved where the school moves to, if it does */
    async importAgain(draws: Draws, moved = current): Promise<void> {
      current = moved;
      for (const member of members) member.isArchived = draws.chance(ARCHIVED);
      const areArchived = members.map(({ isArchived }) => isArchived);
      await importAs(moved, areArchived);
    },
    timeAt(now: number): SchoolTime {
      return { now, zone: current, edges: [now, endOfDay(now - DAY_MS, current) + 1, endOfDay(now, current) + 1] };
    },
  };
}

const ARCHIVED = 0.06;

function userOf(school: string, index: number) {
  const code = `M-${index}`;
  return { ref: code, email: `m${index}@${school}.example`, name: `Member ${index}`, code };
}
