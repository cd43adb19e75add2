import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { toInstantText } from '../../../platform/core/instant.ts';
import { query } from '../../support/postgres/query.ts';
import type { TestClient } from '../../support/test-client.ts';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

let client: TestClient;

/** Where a walk of the feed begins. */
const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());
beforeEach(async () => {
  ({ client } = await system.newInstitution());
});

const read = (params: Readonly<Record<string, string>> = {}) => client.get('/events', { query: params });
const now = () => toInstantText(system.clock.now());

async function sequences(params: Readonly<Record<string, string>>): Promise<number[]> {
  const { status, body } = await read(params);
  expect(status).toBe(200);
  return body.data.map(({ sequence }: { sequence: number }) => sequence);
}

/** Creates a user; returns their id when the feed has the event. */
async function recorded(): Promise<string> {
  const { id } = await newUser(client);
  await until('the event', async () => (await read({ resourceId: id })).body.data.length > 0);
  return id;
}

describe('GET /events?position=latest', () => {
  it('200: an empty page, and its cursor shows what is recorded from then on', async () => {
    await recorded();
    const { status, body } = await read({ position: 'latest' });
    expect([status, body.data, body.pagination.has_more]).toEqual([200, [], false]);
    const { next_cursor: cursor } = body.pagination;
    expect(await sequences({ cursor })).toEqual([]);
    await recorded();
    expect(await sequences({ cursor })).toEqual([2]);
  });

  it('200: before the first one in a feed without events', async () => {
    const { next_cursor: cursor } = (await read({ position: 'latest' })).body.pagination;
    await recorded();
    expect(await sequences({ cursor })).toEqual([1]);
  });

  it('200: with filters, which belong to its cursor', async () => {
    const id = await recorded();
    const filters = { types: 'user.updated', resourceType: 'user', resourceId: id };
    const { next_cursor: cursor } = (await read({ ...filters, position: 'latest' })).body.pagination;
    expect((await read({ cursor })).body.code).toBe('invalid_cursor');
    await recorded();
    const { headers } = await client.get(`/users/${id}`);
    await client.patch(`/users/${id}`, { name: 'Other' }, { ifMatch: headers.get('etag') ?? '' });
    const found = await until('the event', async () => {
      const shown = await sequences({ ...filters, cursor });
      return shown.length > 0 && shown;
    });
    expect(found).toEqual([3]);
  });

  it('400: any other position, and with a cursor or an instant', async () => {
    const { next_cursor: cursor } = (await read()).body.pagination;
    const latest = { position: 'latest' };
    for (const params of [
      { ...latest, cursor },
      { ...latest, since: now() },
      { position: 'first' },
      { position: '' },
    ]) {
      const { status, body } = await read(params);
      expect([params, status, body.code, body.errors?.map((each: { field: string }) => each.field)]).toEqual([
        params,
        400,
        'bad_request',
        ['position'],
      ]);
    }
  });
});

describe('GET /events?since=', () => {
  /** Records the events of users that occurred these steps of ten seconds from now, in this order. */
  async function recordedAt(...steps: number[]): Promise<string[]> {
    const ids: string[] = [];
    for (const _ of steps) ids.push(await recorded());
    const { data } = (await read()).body;
    for (const [n, { id }] of data.entries()) {
      // A command that waited for a lock is recorded after one that began later.
      await query(system.databases.url('webhooks'), 'UPDATE events SET occurred_at = $2 WHERE id = $1', [
        id,
        toInstantText(system.clock.now() + (steps[n] ?? 0) * 10_000),
      ]);
    }
    return ids;
  }
  const at = (step: number) => toInstantText(system.clock.now() + step * 10_000);

  it('200: where the walk begins: all that was recorded behind that event follows, even if it occurred earlier', async () => {
    await recordedAt(0, 2, 1, 3, 0);
    expect(await sequences({ since: at(2) })).toEqual([2, 3, 4, 5]);
    expect(await sequences({ since: at(1) })).toEqual([2, 3, 4, 5]);
    expect(await sequences({ since: at(3) })).toEqual([4, 5]);
    expect(await sequences({ since: at(-1) })).toEqual([1, 2, 3, 4, 5]);
  });

  it('200: bound to the cursor, and pages behind the first one are by position alone', async () => {
    await recordedAt(0, 2, 1, 0);
    const first = await read({ since: at(2), limit: '1' });
    const { next_cursor: cursor } = first.body.pagination;
    expect(await sequences({ since: at(2), cursor, limit: '2' })).toEqual([3, 4]);
    expect((await read({ cursor })).body.code).toBe('invalid_cursor');
  });

  it('200: beyond the end begins at the end: what is recorded later follows, whenever it occurred', async () => {
    await recordedAt(0, 1);
    const since = at(60);
    const { data, pagination } = (await read({ since })).body;
    expect(data).toEqual([]);
    await recorded();
    expect(await sequences({ since, cursor: pagination.next_cursor })).toEqual([3]);
  });

  it('200: looked for among the events that the filters let through', async () => {
    const ids = await recordedAt(5, 0, 3, 1);
    const resourceId = ids[1] ?? '';
    expect(await sequences({ since: at(2), resourceId })).toEqual([]);
    expect(await sequences({ since: at(0), resourceId })).toEqual([2]);
    expect(await sequences({ since: at(2), types: 'user.created' })).toEqual([1, 2, 3, 4]);
    expect(await sequences({ since: at(2), types: 'user.updated' })).toEqual([]);
  });
});
