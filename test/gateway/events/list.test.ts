import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, toInstantText } from '../../../platform/core/instant.ts';
import { query } from '../../support/postgres/query.ts';
import type { TestClient } from '../../support/test-client.ts';
import { newUser } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

let client: TestClient;

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());
beforeEach(async () => {
  ({ client } = await system.newInstitution());
});

const now = () => toInstantText(system.clock.now());
const read = (params: Readonly<Record<string, string>> = {}) => client.get('/events', { query: params });

/** The feed's first page once it has that many events. */
async function feedOf(count: number, params: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
  return until('the events', async () => {
    const answer = await read(params);
    return answer.body.data.length >= count && answer;
  });
}

/** Creates users one after the other; returns their events. */
async function newUsers(count: number) {
  const users = [];
  for (let n = 0; n < count; n++) users.push(await newUser(client));
  const { data } = (await feedOf(count)).body;
  return { users, events: data };
}

describe('GET /events: 200', () => {
  it('shows what has happened, each once, in the order in which it happened', async () => {
    const created = await client.post('/users', { email: 'ada@feed.example', name: 'Ada' });
    const { id } = created.body.data;
    const ifMatch = created.headers.get('etag') ?? '';
    const changed = await client.patch(`/users/${id}`, { email: 'countess@feed.example' }, { ifMatch });
    const { data } = (await feedOf(2)).body;
    const common = {
      id: expect.any(String),
      resource: { type: 'user', id, path: `/api/v4/users/${id}` },
      actor: { type: 'integration', id: expect.any(String) },
      occurredAt: now(),
    };
    expect(data).toEqual([
      { ...common, sequence: 1, type: 'user.created', changed: null, requestId: created.headers.get('x-request-id') },
      {
        ...common,
        sequence: 2,
        type: 'user.updated',
        changed: ['email'],
        requestId: changed.headers.get('x-request-id'),
      },
    ]);
    expect((await client.get(data[0].resource.path.slice('/api/v4'.length))).status).toBe(200);
  });

  it('narrows items to fields', async () => {
    await newUsers(1);
    expect((await read({ fields: 'type,sequence' })).body.data).toEqual([{ sequence: 1, type: 'user.created' }]);
  });
});

describe('GET /events: a reader who keeps the cursor', () => {
  it('200: continues after the last event that it was shown, also from an empty feed', async () => {
    const empty = await read();
    expect(empty.body.pagination).toEqual({ next_cursor: expect.any(String), has_more: false, limit: 50 });
    const { events } = await newUsers(5);
    const seen: unknown[] = [];
    let cursor = empty.body.pagination.next_cursor;
    const pages = [];
    for (let page = 0; page < 4; page++) {
      const { data, pagination } = (await read({ cursor, limit: '2' })).body;
      seen.push(...data);
      pages.push([data.length, pagination.has_more]);
      cursor = pagination.next_cursor;
    }
    expect(seen).toEqual(events);
    expect(pages).toEqual([
      [2, true],
      [2, true],
      [1, false],
      [0, false],
    ]);
    await newUser(client);
    const later = await until('the next event', async () => {
      const { data } = (await read({ cursor })).body;
      return data.length > 0 && data;
    });
    expect(later.map(({ sequence }: { sequence: number }) => sequence)).toEqual([6]);
  });

  it('200: may come back after a day, and after events that its filters exclude were removed', async () => {
    await newUsers(3);
    const all = (await read({ limit: '1' })).body.pagination.next_cursor;
    const courses = (await read({ types: 'course.created' })).body.pagination.next_cursor;
    system.clock.advance(25 * HOUR_MS);
    expect((await read({ cursor: all })).body.data).toHaveLength(2);
    await forget(3);
    expect((await read({ types: 'course.created', cursor: courses })).body.data).toEqual([]);
  });

  it('400: events after its cursor have been removed; it starts again', async () => {
    await newUsers(3);
    const cursorBehind = async (limit: string) => (await read({ limit })).body.pagination.next_cursor;
    const [one, two] = [await cursorBehind('1'), await cursorBehind('2')];
    await forget(2);
    const late = await read({ cursor: one });
    expect([late.status, late.body.code]).toEqual([400, 'invalid_cursor']);
    expect(late.body.detail).toContain('no longer kept');
    expect((await read({ cursor: two })).body.data).toHaveLength(1);
    expect((await read()).body.data).toHaveLength(1);
    await forget(3);
    expect((await read({ cursor: two })).status).toBe(400);
  });

  it('400: the feed ends before its cursor after a restore', async () => {
    await newUsers(2);
    const { next_cursor: cursor } = (await read()).body.pagination;
    await query(
      system.databases.url('webhooks'),
      'UPDATE feed_heads h SET sequence = 1 FROM events e WHERE e.institution_id = h.institution_id AND e.id = $1',
      [(await read()).body.data[0].id],
    );
    expect((await read({ cursor })).body.code).toBe('invalid_cursor');
  });

  it.each([
    ['of all events', {}],
    ['whose filters let nothing through', { types: 'course.created' }],
  ])(
    '400: after a restore the feed has grown beyond its cursor again, %s; one from before it goes on',
    async (_, filters) => {
      await newUsers(2);
      const latest = (await read({ position: 'latest' })).body.pagination.next_cursor;
      await newUsers(3);
      const cursor = (await read(filters)).body.pagination.next_cursor;
      const [first] = (await read()).body.data;
      const url = system.databases.url('webhooks');
      const restored = [
        `DELETE FROM events WHERE sequence > 2 AND institution_id = (SELECT institution_id FROM events WHERE id = $1)`,
        `UPDATE feed_heads h SET sequence = 2 FROM events e WHERE e.institution_id = h.institution_id AND e.id = $1`,
      ];
      for (const statement of restored) await query(url, statement, [first.id]);
      for (let n = 0; n < 6; n++) await newUser(client);
      await feedOf(8);
      expect((await read({ ...filters, cursor })).body.code).toBe('invalid_cursor');
      expect((await read({ cursor: latest })).body.data).toHaveLength(6);
    },
  );

  /**
   * Removes events from the feed of the test's institution up to a sequence, as the janitor does after the retention
   * time.
   */
  async function forget(upTo: number): Promise<void> {
    const { data } = (await read()).body;
    await query(
      system.databases.url('webhooks'),
      `DELETE FROM events WHERE sequence <= $2
         AND institution_id = (SELECT institution_id FROM events WHERE id = $1 LIMIT 1)`,
      [data[0].id, upTo],
    );
  }
});

describe('GET /events: filters', () => {
  it('200: types, kinds of resources, one resource, and events since an instant', async () => {
    const { users } = await newUsers(2);
    system.clock.advance(10 * 60_000);
    const since = now();
    const { id } = users[1] ?? { id: '' };
    const { headers } = await client.get(`/users/${id}`);
    await client.patch(`/users/${id}`, { name: 'Other' }, { ifMatch: headers.get('etag') ?? '' });
    await feedOf(3);
    const sequences = async (params: Readonly<Record<string, string>>) =>
      (await read(params)).body.data.map(({ sequence }: { sequence: number }) => sequence);
    expect(await sequences({ types: 'user.updated' })).toEqual([3]);
    expect(await sequences({ types: 'user.updated,user.created' })).toEqual([1, 2, 3]);
    expect(await sequences({ types: 'user.updated,user.updated' })).toEqual([3]);
    expect(await sequences({ resourceType: 'user' })).toEqual([1, 2, 3]);
    expect(await sequences({ resourceType: 'course' })).toEqual([]);
    expect(await sequences({ resourceType: 'course', types: 'user.created' })).toEqual([]);
    expect(await sequences({ resourceId: id })).toEqual([2, 3]);
    expect(await sequences({ resourceId: id, types: 'user.created' })).toEqual([2]);
    expect(await sequences({ resourceId: 'nobody' })).toEqual([]);
    expect(await sequences({ since })).toEqual([3]);
    expect(await sequences({ since, types: 'user.created' })).toEqual([]);
    system.clock.advance(10 * 60_000);
    expect(await sequences({ since: now() })).toEqual([]);
  });

  it.each([
    ['types', 'user.created,user.eaten', '/types'],
    ['types', '', '/types'],
    ['resourceType', 'badger', '/resourceType'],
    ['since', 'yesterday', '/since'],
  ])('400: %s=%s', async (name, value, pointer) => {
    const answer = await read({ [name]: value });
    expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
    expect(answer.body.errors.map((each: { pointer: string }) => each.pointer)).toEqual([pointer]);
  });
});
