import type { TestClient } from '../../../test/support/test-client.ts';
import type { School } from '../fleet/school.ts';
import type { Integrator } from './integrator.ts';
import type { Kind } from './kinds.ts';

/** Of a school, by the turn, which selects the record. */
type ByTurn<T> = (school: School, turn: number) => T;

interface Read {
  readonly kind: Kind;
  readonly path: ByTurn<string>;
  readonly query?: ByTurn<Record<string, string>>;
  /** Of a list, whose first pages are read, each by the cursor of the previous one, whichever gateway signed it. */
  readonly limit?: string;
}

const member: ByTurn<Record<string, string>> = ({ memberIds }, turn) => ({ userId: at(memberIds, turn) });

/** One read of each kind. */
export const READS: readonly Read[] = [
  { kind: 'get user', path: ({ userIds }, turn) => `/users/${at(userIds, turn)}` },
  { kind: 'list users', path: () => '/users', limit: '20' },
  { kind: 'get room', path: ({ roomIds }, turn) => `/rooms/${at(roomIds, turn)}` },
  { kind: 'list locations', path: () => '/locations', limit: '2' },
  { kind: 'get version', path: ({ versionPaths }, turn) => at(versionPaths, turn) },
  { kind: 'list appointments', path: () => '/appointments', limit: '20' },
  { kind: 'list logs', path: () => '/time-tracking/logs', limit: '10', query: member },
  { kind: 'read feed', path: () => '/events', limit: '20' },
  { kind: 'list requests', path: () => '/requests', limit: '20' },
  { kind: 'get integration', path: () => '/integration' },
  { kind: 'get session', path: () => '/time-tracking/sessions/active', query: member },
];

export async function read(
  { kind, path, query = () => ({}), limit }: Read,
  { integrator, client, school, turn }: { integrator: Integrator; client: TestClient; school: School; turn: number },
): Promise<void> {
  const own = { ...query(school, turn), ...(limit !== undefined && { limit }) };
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await integrator.read(kind, client, path(school, turn), { ...own, ...(cursor && { cursor }) });
    cursor = answer?.body.pagination?.next_cursor;
    if (!cursor) return;
  }
}

function at(all: readonly string[], index: number): string {
  return all[index % all.length] ?? '';
}

const MAX_PAGES = 2;
