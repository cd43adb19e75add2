import { afterAll, describe, expect, it, vi } from 'vitest';
import { Cursors } from '../../../gateway/endpoint/cursor.ts';
import { importOneOfEachRecord, pathOfRecord } from '../../support/one-of-each-record.ts';
import { operations } from '../../support/operations.ts';
import { describeInOneProcess } from '../../support/shape/shape.ts';
import { importUsers, newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';

/** `meta.nextUpdatedSince`; every answer in every test is checked to have it where it belongs. */
const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
await importOneOfEachRecord(school);
await Promise.all(Array.from({ length: 5 }, () => newUser(school.client)));
afterAll(() => system.stop());

const changedLists = operations.flatMap(([name, endpoint]) =>
  endpoint.kind === 'list' && 'updatedSince' in endpoint.filters.properties ? [[name, endpoint] as const] : [],
);

it('is on the lists that the specification names', () => {
  expect(changedLists.map(([name]) => name).toSorted()).toEqual([
    'GET /appointments',
    'GET /continuing-education',
    'GET /courses',
    'GET /courses/{id}/appointments',
    'GET /locations',
    'GET /locations/{id}/rooms',
    'GET /rooms',
    'GET /time-tracking/member-logs',
    'GET /time-tracking/member-totals',
    'GET /user-groups',
    'GET /users',
  ]);
});

it.each(changedLists)('%s is within five minutes of the clock, and finds all when it is sent', async (_, endpoint) => {
  const path = await pathOfRecord(school.client, endpoint, { index: 0 });
  const { meta, data } = (await school.client.get(path)).body;
  const behindMs = Date.parse(meta.timestamp) - Date.parse(meta.nextUpdatedSince);
  expect(behindMs).toBeGreaterThan(60_000);
  expect(behindMs).toBeLessThanOrEqual(300_000);
  const changed = await school.client.get(path, { query: { updatedSince: meta.nextUpdatedSince } });
  expect(changed.body.data).toEqual(data);
});

describe('a walk', () => {
  const next = async (query: Readonly<Record<string, string>>) => {
    const { meta, pagination } = (await school.client.get('/users', { query })).body;
    return { next: meta.nextUpdatedSince as string, cursor: pagination.next_cursor as string };
  };

  it('has the same on all its pages, however much later they are read', async () => {
    const first = await next({ limit: '2' });
    system.clock.advance(60 * 60_000);
    const second = await next({ limit: '2', cursor: first.cursor });
    expect(second.next).toBe(first.next);
    expect((await next({ limit: '2', cursor: second.cursor })).next).toBe(first.next);
    expect((await next({ limit: '2' })).next > first.next).toBe(true);
  });
});

describeInOneProcess('the gateway is made to issue another cursor', 'a cursor from before it existed', () => {
  it('is invalid', async () => {
    const { issue } = Cursors.prototype;
    vi.spyOn(Cursors.prototype, 'issue').mockImplementation(function (this: Cursors, { sort, id }, ...others) {
      return issue.call(this, { sort, id }, ...others);
    });
    const { body } = await school.client.get('/users', { query: { limit: '2' } });
    vi.restoreAllMocks();
    const answer = await school.client.get('/users', { query: { cursor: body.pagination.next_cursor } });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_cursor']);
  });
});

it('updatedAt never goes back: a command may change a record after one that began later, and clocks differ', async () => {
  const record = { ref: 'ada', email: 'ada@clocks.example', name: 'First' };
  const [id] = await importUsers(school, [record]);
  const read = async () => (await school.client.get(`/users/${id}`)).body.data;
  const { updatedAt } = await read();
  system.clock.advance(-60_000);
  await importUsers(school, [{ ...record, name: 'Second' }]);
  expect(await read()).toMatchObject({ name: 'Second', updatedAt });
  const changed = await school.client.patch(`/users/${id}`, { name: 'Third' }, { ifMatch: '*' });
  expect(changed.body.data).toMatchObject({ name: 'Third', updatedAt });
  system.clock.advance(60_000);
});
