import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListEndpoint } from '../../gateway/endpoint/endpoint.ts';
import { operations, pathWith, queryNaming } from '../support/operations.ts';
import type { TestAnswer } from '../support/test-client.ts';
import { importCourses, importUsers, newUser } from '../support/test-directory.ts';
import { importInto } from '../support/test-places.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { importTemplates } from '../support/test-time-tracking.ts';
import { Member, must } from '../time-tracking/member.ts';

/** What a cursor is good for, and for how long (decisions 2.3). The signing keys and their rotation have tests of their own. */
let system: TestSystem;
let school: TestInstitution;
let other: TestInstitution;
let locationIds: string[];
/** Whom lists name that have to name somebody: each institution has one of this name. */
const MEMBER = { email: 'worker@school.example', code: 'W-1' };

beforeAll(async () => {
  system = await TestSystem.start();
  [school, other] = await Promise.all([system.newInstitution(), system.newInstitution()]);
  for (const institution of [school, other]) {
    await importUsers(institution, 3);
    await importTemplates(institution, 3);
    const { id: userId } = await newUser(institution.client, MEMBER);
    const worker = new Member(institution.client, { userId, ...MEMBER });
    for (const hour of ['06', '07', '08']) {
      must(201, await worker.log(`2026-10-05T${hour}:00:00Z`, `2026-10-05T${hour}:30:00Z`));
    }
    await importCourses(institution, [{ code: 'A' }, { code: 'A' }, { code: 'B' }, { code: 'B' }]);
    const rooms = (prefix: string) => [1, 2, 3].map((n) => ({ ref: `${prefix}${n}`, name: `Room ${n}` }));
    await importInto(institution, [
      { ref: 'l1', name: 'L1', address: 'S', rooms: rooms('a') },
      { ref: 'l2', name: 'L2', address: 'S', rooms: rooms('b') },
    ]);
  }
  const locations = await school.client.get('/locations');
  locationIds = locations.body.data.map(({ id }: { id: string }) => id);
});
beforeEach(() => system.clock.advance(60_000));
afterAll(() => system.stop());

const lists = operations.filter(([, { kind }]) => kind === 'list');
function pathOf([, endpoint]: (typeof operations)[number], place = 0): string {
  const naming = new URLSearchParams(queryNaming(endpoint, { email: MEMBER.email }));
  return `${pathWith(endpoint, locationIds[place] ?? '')}?${naming}`;
}

const get = (path: string, query: Record<string, string>, { client } = school) => client.get(path, { query });
const isInvalid = ({ status, body }: TestAnswer) => status === 400 && body.code === 'invalid_cursor';

async function cursorOf(path: string, query: Record<string, string> = {}, institution = school): Promise<string> {
  const { body } = await get(path, { limit: '1', ...query }, institution);
  return body.pagination.next_cursor;
}

describe('400 invalid_cursor', () => {
  it('a cursor with any one of its characters changed', async () => {
    const cursor = await cursorOf('/users');
    const client = await system.newClient(school.id);
    const answers: [place: number, answer: TestAnswer][] = [];
    for (let place = 0; place < cursor.length; place++) {
      const changed = cursor[place] === 'A' ? 'B' : 'A';
      const tampered = `${cursor.slice(0, place)}${changed}${cursor.slice(place + 1)}`;
      answers.push([place, await school.client.get('/users', { query: { cursor: tampered } })]);
    }
    expect(answers.filter(([, answer]) => !isInvalid(answer))).toEqual([]);
    expect(answers.length).toBe(cursor.length);
    expect(isInvalid(await client.get('/users', { query: { cursor } }))).toBe(true);
    expect((await get('/users', { cursor })).status).toBe(200);
  });

  it('a cursor with a character left out, put in, or in the other case', async () => {
    const cursor = await cursorOf('/users');
    for (let place = 0; place <= cursor.length; place += 3) {
      const [head, tail] = [cursor.slice(0, place), cursor.slice(place)];
      const flipped =
        (tail[0] ?? '') === (tail[0] ?? '').toUpperCase() ? tail[0]?.toLowerCase() : tail[0]?.toUpperCase();
      const texts = [`${head}A${tail}`, `${head}${tail.slice(1)}`, `${head}${flipped ?? ''}${tail.slice(1)}`];
      for (const text of texts.filter((each) => each !== cursor)) {
        expect([text, isInvalid(await get('/users', { cursor: text }))]).toEqual([text, true]);
      }
    }
  });

  it.each(['', '.', '..', '...', 'a.b.c', 'x'.repeat(7_000), '💥', ' ', '{}', 'null', 'e30', '__proto__.e30.e30'])(
    '"%s"',
    async (cursor) => {
      expect(isInvalid(await get('/users', { cursor }))).toBe(true);
    },
  );

  it('a cursor spelled in another way', async () => {
    const cursor = await cursorOf('/users');
    for (const text of [
      ` ${cursor}`,
      `${cursor} `,
      `${cursor}=`,
      `${cursor}.`,
      `"${cursor}"`,
      cursor.toUpperCase(),
      `${cursor}\0`,
    ]) {
      expect([text, isInvalid(await get('/users', { cursor: text }))]).toEqual([text, true]);
    }
  });

  it('the payload of one cursor under the signature of another', async () => {
    const [first, second] = [await cursorOf('/users'), await cursorOf('/users', { limit: '2' })];
    const [[key, payload], [, , signature]] = [first.split('.'), second.split('.')];
    expect(isInvalid(await get('/users', { cursor: `${key}.${payload}.${signature}` }))).toBe(true);
  });

  it.each(lists)('%s: a cursor of another integration of the institution', async (...operation) => {
    const client = await system.newClient(school.id);
    const cursor = await cursorOf(pathOf(operation));
    expect(isInvalid(await client.get(pathOf(operation), { query: { cursor } }))).toBe(true);
  });

  it.each(lists.filter(([, { path }]) => !path.includes('{')))(
    '%s: a cursor of another institution',
    async (...operation) => {
      const cursor = await cursorOf(pathOf(operation), {}, other);
      expect(isInvalid(await get(pathOf(operation), { cursor }))).toBe(true);
      expect((await get(pathOf(operation), { cursor }, other)).status).toBe(200);
    },
  );

  it.each(lists)('%s: a cursor of any other list', async (...operation) => {
    for (const another of lists.filter(([name]) => name !== operation[0])) {
      const cursor = await cursorOf(pathOf(another));
      expect([another[0], isInvalid(await get(pathOf(operation), { cursor }))]).toEqual([another[0], true]);
    }
  });

  it.each(lists.filter(([, { path }]) => path.includes('{')))(
    '%s: a cursor of another record’s list',
    async (...operation) => {
      const cursor = await cursorOf(pathOf(operation, 0));
      expect(isInvalid(await get(pathOf(operation, 1), { cursor }))).toBe(true);
      expect((await get(pathOf(operation, 0), { cursor })).status).toBe(200);
    },
  );

  const since = { updatedSince: '2026-01-01T00:00:00Z' };
  it.each([
    ['none', {}, since],
    ['one', since, {}],
    ['another value', since, { updatedSince: '2026-01-01T00:00:01Z' }],
    ['one more', since, { ...since, code: 'A' }],
    ['another one', { code: 'A' }, since],
    ['an empty one', {}, { code: '' }],
    ['another case', { code: 'A' }, { code: 'a' }],
  ])('a cursor of other filters: %s', async (_, given, asked) => {
    const cursor = await cursorOf('/courses', given);
    expect(cursor).not.toBeNull();
    expect(isInvalid(await get('/courses', { ...asked, cursor }))).toBe(true);
    expect((await get('/courses', { ...given, cursor })).status).toBe(200);
  });

  it('a cursor that is 24 hours old, and no younger one', async () => {
    const cursor = await cursorOf('/users');
    system.clock.advance(24 * 60 * 60 * 1000 - 1);
    expect((await get('/users', { cursor })).status).toBe(200);
    system.clock.advance(1);
    expect(isInvalid(await get('/users', { cursor }))).toBe(true);
  });
});

describe('200', () => {
  it.each(lists)('%s: limit and fields may change, unknown parameters come and go', async (...operation) => {
    const path = pathOf(operation);
    const cursor = await cursorOf(path, { fields: 'id', page: '7' });
    const endpoint = operation[1] as ListEndpoint;
    const fields = Object.keys(endpoint.item.properties).slice(0, 2).join();
    const { status, body } = await get(path, { cursor, limit: '100', fields });
    expect(status).toBe(200);
    expect(body.data).toEqual((await get(path, { fields })).body.data.slice(1));
  });

  it('filters in another order, and the same instant in other words', async () => {
    const path = '/courses?limit=1&code=A&updatedSince=2026-01-01T00:00:00Z';
    const { next_cursor: cursor } = (await school.client.get(path)).body.pagination;
    const other = `/courses?updatedSince=2026-01-01T01:00:00.000%2B01:00&code=A&cursor=${cursor}`;
    expect((await school.client.get(other)).status).toBe(200);
  });

  it('its page goes on after the row that it was made for, though that one has changed', async () => {
    const users = (await get('/users', {})).body.data;
    const cursor = await cursorOf('/users');
    await school.client.patch(`/users/${users[0].id}`, { isArchived: true }, { ifMatch: '*' });
    expect((await get('/users', { cursor, fields: 'id' })).body.data).toEqual(
      users.slice(1).map(({ id }: { id: string }) => ({ id })),
    );
  });

  it('is made of characters that a URL takes as they are', async () => {
    for (const operation of lists) expect(await cursorOf(pathOf(operation))).toMatch(/^[A-Za-z0-9_.-]+$/);
  });
});
