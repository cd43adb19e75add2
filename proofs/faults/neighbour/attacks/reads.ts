import { randomUUID } from 'node:crypto';
import type { Attacker, Request } from '../attacker.ts';
import type { LargeInstitution } from '../large-institution.ts';
import { type Attack, SHED } from './attack.ts';

type Make = (institution: LargeInstitution, n: number) => Request;

function reading(name: string, parallel: number, make: Make, allowed: readonly string[] = ['200']): Attack {
  return {
    name,
    allowed: [...allowed, ...SHED],
    bounds: [...allowed, ...SHED],
    run: (attacker: Attacker) => attacker.keepSending(parallel, (n) => make(attacker.order.institution, n)),
  };
}

/** Pages of the maximum size in bytes. */
export function largestPage({ crowdedCourseId }: LargeInstitution): string {
  return `/courses/${crowdedCourseId}/appointments?limit=100`;
}

export function longCalendar({ longCourseId }: LargeInstitution): string {
  return `/courses/${longCourseId}/appointments.ics`;
}

export const largePages = reading('large pages', 40, (institution) => ({ path: largestPage(institution) }));

export const largePagesOfIds = reading('large pages, fields=id', 40, (institution) => ({
  path: `${largestPage(institution)}&fields=id`,
}));

export const calendars = reading('calendars', 10, (institution) => ({ path: longCalendar(institution) }));

/** Filters that match almost nothing, so that the search examines as many rows as possible. */
export const costlyFilters = reading('filters that match nothing', 40, ({ longCourseId, userIds }, n) => {
  const filters = [
    `/appointments?limit=100&userId=${randomUUID()}`,
    `/appointments?limit=100&organizerId=${userIds.at(-1)}&courseId=${longCourseId}`,
    `/appointments?limit=100&roomId=${randomUUID()}&from=1970-01-01T00:00:00Z&to=9998-01-01T00:00:00Z`,
    '/appointments?limit=100&updatedSince=9998-01-01T00:00:00Z',
    '/users?limit=100&updatedSince=9998-01-01T00:00:00Z',
    `/time-tracking/logs?limit=100&userId=${userIds[n % userIds.length]}&from=1970-01-01T00:00:00Z`,
  ];
  return { path: filters[n % filters.length] ?? '' };
});

/** Query strings of the maximum length that Node's HTTP parser accepts. */
export const longQueries = reading(
  'long lists of fields',
  40,
  (_, n) => {
    const queries = [
      `/users?fields=${'id,'.repeat(4_500)}id`,
      `/users?fields=${'id,'.repeat(4_500)}x`,
      `/appointments?${'fields=id&'.repeat(1_400)}limit=100`,
      `/users?${'a=&'.repeat(4_500)}limit=100`,
      `/users?email=${'%C3%A4'.repeat(2_000)}`,
    ];
    return { path: queries[n % queries.length] ?? '' };
  },
  ['200', '400 bad_request'],
);

/** Walks to the end of a long list, many of them concurrently. */
export const deepPages: Attack = {
  name: 'deep pages',
  allowed: ['200', ...SHED],
  bounds: ['200'],
  run: (attacker) =>
    attacker.keepDoing(20, async () => {
      let next: string | undefined = '';
      while (next !== undefined && !attacker.isOver) {
        const { text } = await attacker.send({ path: `/appointments?limit=100${next && `&cursor=${next}`}` });
        next = /"next_cursor":"([^"]+)"/.exec(text.slice(-1_000))?.[1];
      }
    }),
};

/** More requests than the limit per minute, all at one moment, then as many as the Ingress lets through. */
export const rateLimitUsedUp: Attack = {
  name: 'more requests than are allowed',
  allowed: ['200', ...SHED],
  bounds: ['429 rate_limit_exceeded'],
  run: (attacker) => attacker.keepSending(1_000, () => ({ path: '/users?limit=1' })),
};
