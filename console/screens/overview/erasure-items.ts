import { type EndedErasure, ErasureObstacle } from '../../../proto/gen/lyceum/directory/v1/erasure_pb.ts';
import type { GetRetentionResponse } from '../../../proto/gen/lyceum/directory/v1/retention_pb.ts';
import type { Tone } from '../../components/elements.ts';
import { link } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { date, type Present, time } from '../../components/time.ts';

/** A matter that an administrator should look at. */
export interface Item {
  readonly tone: Tone;
  readonly word: string;
  readonly text: Html;
  readonly aside?: Fragment;
}

/** A run that is late, and the people whom the last one could not erase. */
export function retentionItems(retention: GetRetentionResponse | undefined | null, present: Present): Item[] {
  const { dueAt, isLate = false, left = [], leftCount = 0 } = retention ?? {};
  const late: Item[] =
    isLate && dueAt !== undefined
      ? [{ tone: 'bad', word: 'Retention', text: html`${retentionLink()} has not run since ${date(dueAt, present)}` }]
      : [];
  const named = left.slice(0, LEFT_SHOWN).map(
    ({ userId, name, reason }): Item => ({
      tone: 'warn',
      word: 'Not erased',
      text: html`${link(`/console/people/${userId}`, name)} is ${reason === 'held' ? 'on hold' : 'clocked in'}, and would go by age`,
    }),
  );
  const more = leftCount - named.length;
  const others: Item = { tone: 'warn', word: 'Not erased', text: html`${more} more people would go by age` };
  return [...late, ...named, ...(more > 0 ? [others] : [])];
}

/** People whose erasure was planned, and who were not erased. */
export function erasureItems(ended: readonly EndedErasure[] | undefined | null, present: Present): Item[] {
  return (ended ?? []).map(({ userId, name, obstacle, endedAt }) => ({
    tone: 'warn',
    word: 'Not erased',
    text: html`${link(`/console/people/${userId}`, name)} was not erased: the person ${ERASURE_ENDS[obstacle]}`,
    aside: time(endedAt, present),
  }));
}

const ERASURE_ENDS: Readonly<Record<ErasureObstacle, string>> = {
  [ErasureObstacle.UNSPECIFIED]: 'could not be erased',
  [ErasureObstacle.NOT_ARCHIVED]: 'came back',
  [ErasureObstacle.ADMINISTRATOR]: 'was an administrator',
  [ErasureObstacle.CLOCKED_IN]: 'was clocked in',
  [ErasureObstacle.HELD]: 'was on hold',
};

const LEFT_SHOWN = 5;
const retentionLink = () => link('/console/settings/retention', 'Retention');
