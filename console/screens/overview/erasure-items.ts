import { type EndedErasure, ErasureObstacle } from '../../../proto/gen/lyceum/directory/v1/erasure_pb.ts';
import type { GetRetentionResponse } from '../../../proto/gen/lyceum/directory/v1/retention_pb.ts';
import type { Tone } from '../../components/elements.ts';
import { link } from '../../components/elements.ts';
import type { Fragment } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { date, type Present, time } from '../../components/time.ts';

/** A matter that an administrator should look at. */
export interface Item {
  readonly tone: Tone;
  readonly word: string;
  readonly text: Fragment;
  readonly aside?: Fragment;
}

/** A run that is late, and the people whom the last one could not erase. */
export function retentionItems(retention: GetRetentionResponse | undefined | null, present: Present): Item[] {
  const { dueAt, isLate = false, left = [], leftCount = 0 } = retention ?? {};
  const late: Item[] =
    isLate && dueAt !== undefined
      ? [{ tone: 'bad', word: t.overview.retention, text: t.overview.hasNotRun(retentionLink(), date(dueAt, present)) }]
      : [];
  const named = left.slice(0, LEFT_SHOWN).map(
    ({ userId, name, reason }): Item => ({
      tone: 'warn',
      word: t.overview.notErased,
      text: t.overview[reason === 'held' ? 'onHold' : 'clockedIn'](link(`/console/people/${userId}`, name)),
    }),
  );
  const more = leftCount - named.length;
  const others: Item = { tone: 'warn', word: t.overview.notErased, text: t.overview.othersLeft(more) };
  return [...late, ...named, ...(more > 0 ? [others] : [])];
}

/** People whose erasure was planned, and who were not erased. */
export function erasureItems(ended: readonly EndedErasure[] | undefined | null, present: Present): Item[] {
  return (ended ?? []).map(({ userId, name, obstacle, endedAt }) => ({
    tone: 'warn',
    word: t.overview.notErased,
    text: t.overview[ERASURE_ENDS[obstacle] ?? 'wasNotErased'](link(`/console/people/${userId}`, name)),
    aside: time(endedAt, present),
  }));
}

const ERASURE_ENDS: Readonly<
  Record<ErasureObstacle, 'wasNotErased' | 'cameBack' | 'wasAdministrator' | 'wasClockedIn' | 'wasOnHold'>
> = {
  [ErasureObstacle.UNSPECIFIED]: 'wasNotErased',
  [ErasureObstacle.NOT_ARCHIVED]: 'cameBack',
  [ErasureObstacle.ADMINISTRATOR]: 'wasAdministrator',
  [ErasureObstacle.CLOCKED_IN]: 'wasClockedIn',
  [ErasureObstacle.HELD]: 'wasOnHold',
};

const LEFT_SHOWN = 5;
const retentionLink = () => link('/console/settings/retention', t.overview.retention);
