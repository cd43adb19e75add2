import type { TestClient } from '../../../test/support/test-client.ts';
import type { School } from '../fleet/school.ts';
import type { Integrator } from './integrator.ts';
import type { Kind } from './kinds.ts';

type Read = (integrator: Integrator, client: TestClient, school: School, turn: number) => Promise<unknown>;

/** One read of each kind; the turn selects the record. */
export const READS: readonly (readonly [Kind, Read])[] = [
  one('get user', ({ userIds }, turn) => `/users/${at(userIds, turn)}`),
  pages('list users', () => '/users', '20'),
  one('get room', ({ roomIds }, turn) => `/rooms/${at(roomIds, turn)}`),
  pages('list locations', () => '/locations', '2'),
  one('get version', ({ versionPaths }, turn) => at(versionPaths, turn)),
  pages('list appointments', () => '/appointments', '20'),
  pages('list logs', () => '/time-tracking/logs', '10', memberIn),
  pages('read feed', () => '/events', '20'),
  pages('list requests', () => '/requests', '20'),
  one('get integration', () => '/integration'),
  one('get session', () => '/time-tracking/sessions/active', memberIn),
];

type QueryOf = (school: School, turn: number) => Record<string, string>;

function one(
  kind: Kind,
  pathOf: (school: School, turn: number) => string,
  queryOf: QueryOf = () => ({}),
): readonly [Kind, Read] {
  return [
    kind,
    (integrator, client, school, turn) => integrator.read(kind, client, pathOf(school, turn), queryOf(school, turn)),
  ];
}

/** The first pages of a list, each by the cursor of the previous one, whichever gateway signed it. */
function pages(kind: Kind, pathOf: () => string, limit: string, queryOf: QueryOf = () => ({})): readonly [Kind, Read] {
  return [
    kind,
    async (integrator, client, school, turn) => {
      let cursor: string | null | undefined;
      for (let page = 0; page < MAX_PAGES && cursor !== null; page++) {
        const query = { limit, ...queryOf(school, turn), ...(cursor ? { cursor } : {}) };
        const answer = await integrator.read(kind, client, pathOf(), query);
        if (!answer) return;
        cursor = answer.body.pagination.next_cursor;
      }
    },
  ];
}

function memberIn({ memberIds }: School, turn: number): Record<string, string> {
  return { userId: at(memberIds, turn) };
}

function at(all: readonly string[], index: number): string {
  return all[index % all.length] ?? '';
}

const MAX_PAGES = 2;
