import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Period } from '../domain/periods.ts';
import { readFindingId } from '../domain/working-time/finding-id.ts';
import { daysAfter } from '../domain/working-time/local-days.ts';
import { findAcknowledgements } from '../store/finding-acknowledgements.ts';
import { findFindings, type Judged } from './find.ts';
import { type Found, revisionOf } from './found.ts';
import type { RulesOfPeople } from './rules-of-people.ts';

/** Findings with their acknowledgements, if they are still as they were acknowledged. */
export async function withAcknowledgements(
  db: Reader,
  actor: TenantActor,
  found: readonly Found[],
  days: Period,
): Promise<readonly Found[]> {
  if (found.length === 0) return found;
  const userIds = [...new Set(found.map(({ userId }) => userId))];
  const acknowledgements = await findAcknowledgements(db, actor, userIds, days);
  return found.map((finding) => {
    const acknowledged = acknowledgements.get(finding.id);
    return acknowledged?.seen === revisionOf(finding) ? { ...finding, acknowledged } : finding;
  });
}

/** The findings with some ids that there are now, in order. An id that is none's is passed over. */
export async function findSeen(
  db: Reader,
  actor: TenantActor,
  ids: readonly string[],
  { rules, ...judged }: Omit<Judged, 'ruleSets'> & { readonly rules: Pick<RulesOfPeople, 'of'> },
): Promise<readonly Found[]> {
  const wanted = new Set(ids);
  const named = [...wanted].flatMap((id) => readFindingId(id) ?? []);
  const all: Found[] = [];
  for (const [date, ofDay] of Map.groupBy(named, (each) => each.date)) {
    const days = { start: date, end: daysAfter(date, 1) };
    const people = [...new Set(ofDay.map(({ userId }) => userId))];
    for (let first = 0; first < people.length; first += AT_ONCE) {
      const userIds = people.slice(first, first + AT_ONCE);
      const of = { ...judged, ruleSets: await rules.of(userIds) };
      const { found } = await findFindings(db, actor, userIds, days, of);
      all.push(
        ...(await withAcknowledgements(
          db,
          actor,
          found.filter(({ id }) => wanted.has(id)),
          days,
        )),
      );
    }
  }
  return all.sort((one, other) => (one.place < other.place ? -1 : 1));
}

const AT_ONCE = 100;
