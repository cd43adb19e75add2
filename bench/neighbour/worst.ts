import { setTimeout as delay } from 'node:timers/promises';
import { largestBulk } from '../../test/faults/neighbour/attacks/writes.ts';
import { hostileBodies } from '../../test/faults/neighbour/hostile-bodies.ts';
import type { LargeInstitution } from '../../test/faults/neighbour/large-institution.ts';
import { sendAllAtOnce, sendAtOnce } from '../../test/faults/neighbour/send-bodies.ts';
import { startSlowReaders } from '../../test/faults/neighbour/slow-readers.ts';
import { getMany, type Outcome, type Target } from '../../test/faults/neighbour/target.ts';

/** The sender's options, as JSON in its only argument. */
export interface Order {
  readonly scenario: string;
  readonly target: Target;
  readonly large: LargeInstitution & { readonly versionPath: string };
  /** The number of concurrent requests. */
  readonly count: number;
  /** How long silent readers read nothing, in seconds. */
  readonly silentSeconds: number;
}

/** The sender's result, printed as JSON at its end. */
export interface Sent {
  readonly outcomes: readonly Outcome[];
  /** CPU time of the sender itself: it runs on the measured machine. */
  readonly cpuMs: number;
}

/** The worst loads within an institution's limits, by name. */
export const scenarios: Readonly<Record<string, (order: Order) => Promise<readonly Outcome[]>>> = {
  nothing: () => delay(2_000, []),
  'one page': ({ target, large }) => getMany(target, crowded(large), 1),
  'many pages': ({ target, large, count }) => getMany(target, crowded(large), count),
  'many pages, fields=id': ({ target, large, count }) => getMany(target, `${crowded(large)}&fields=id`, count),
  'many versions of curricula': ({ target, large, count }) => getMany(target, large.versionPath, count),
  'one calendar': ({ target, large }) => getMany(target, calendar(large), 1),
  async 'a calendar that has not changed'({ target, large }) {
    const headers = { authorization: target.authorization };
    const url = `${target.url}/api/v4${calendar(large)}`;
    const whole = await fetch(url, { headers });
    await whole.arrayBuffer();
    const outcomes: Outcome[] = [];
    for (let n = 0; n < 20; n++) {
      const begun = performance.now();
      const answer = await fetch(url, { headers: { ...headers, 'if-none-match': whole.headers.get('etag') ?? '' } });
      const bytes = (await answer.arrayBuffer()).byteLength;
      outcomes.push({ status: answer.status, bytes, ms: performance.now() - begun });
    }
    return outcomes;
  },
  'ten calendars': ({ target, large }) => getMany(target, calendar(large), 10),
  'many bulks of logs': ({ target, large, count }) =>
    sendAllAtOnce(
      target,
      large.userIds.slice(0, count).map((id) => ({ path: '/time-tracking/logs/bulk', bytes: largestBulk(id) })),
    ),
  async 'readers that do not read'({ target, large, count, silentSeconds }) {
    const readers = await startSlowReaders(target, crowded(large), count);
    await delay(silentSeconds * 1_000);
    const outcome = { status: 0, bytes: 0, ms: silentSeconds * 1_000 };
    const outcomes = Array.from({ length: readers.disconnected }, () => outcome);
    readers.end();
    return outcomes;
  },
  ...Object.fromEntries(
    hostileBodies.map((body) => [
      `bodies: ${body.name}`,
      ({ target, count }: Order) => sendAtOnce(target, body, count),
    ]),
  ),
};

function crowded({ crowdedCourseId }: LargeInstitution): string {
  return `/courses/${crowdedCourseId}/appointments?limit=100`;
}

function calendar({ longCourseId }: LargeInstitution): string {
  return `/courses/${longCourseId}/appointments.ics`;
}
