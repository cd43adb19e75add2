import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { importOneOfEachRecord, type Naming, pathOfRecord } from '../../support/one-of-each-record.ts';
import { operations } from '../../support/operations.ts';
import type { TestClient } from '../../support/test-client.ts';
import { importCourses } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

/** For each institution's client, a member's id. */
const members = new Map<TestClient, Naming>();

/** Where and how long a cursor is valid (decisions 2.3). Signing keys and their rotation have tests of their own. */
const system = await TestSystem.start({ platform: 'own' });
const [school, other] = await Promise.all([system.newInstitution(), system.newInstitution()]);
for (const institution of [school, other]) {
  const { member } = await importOneOfEachRecord(institution);
  members.set(institution.client, member);
  await importCourses(institution, [{ code: 'A' }, { code: 'A' }, { code: 'B' }, { code: 'B' }]);
}
beforeEach(() => system.clock.advance(60_000));
afterAll(() => system.stop());

const lists = operations.flatMap(([name, endpoint]) => (endpoint.kind === 'list' ? [[name, endpoint] as const] : []));
const pathOf = ([, endpoint]: (typeof lists)[number], index = 0) => pathOfRecord(school.client, endpoint, { index });

/**
 * Requests as an institution, or as another client of the first one, with the institution's member where one is
 * required.
 */
const get = (path: string, query: Naming, { client } = school) =>
  client.get(path, { query: { ...(/^\/time-tracking\/(?!findings)/.test(path) ? memberOf(client) : {}), ...query } });
const memberOf = (client: TestClient) => members.get(client) ?? members.get(school.client) ?? {};
const isInvalid = ({ status, body }: TestAnswer) => status === 400 && body.code === 'invalid_cursor';

async function cursorOf(path: string, query: Record<string, string> = {}, institution = school): Promise<string> {
  const { body } = await get(path, { limit: '1', ...query }, institution);
  return body.pagination.next_cursor;
}

describe('400 invalid_cursor', () => {
  it('a cursor with any one of its characters changed', async () => {
    const cursor = await cursorOf('/users');
    const client = await system.newClient(school.id);
    const answers: [position: number, answer: TestAnswer][] = [];
    for (let position = 0; position < cursor.length; position++) {
      const changed = cursor[position] === 'A' ? 'B' : 'A';
      const tampered = `${cursor.slice(0, position)}${changed}${cursor.slice(position + 1)}`;
      answers.push([position, await school.client.get('/users', { query: { cursor: tampered } })]);
    }
    expect(answers.filter(([, answer]) => !isInvalid(answer))).toEqual([]);
    expect(answers.length).toBe(cursor.length);
    expect(isInvalid(await client.get('/users', { query: { cursor } }))).toBe(true);
    expect((await get('/users', { cursor })).status).toBe(200);
  });

  it('a cursor with a character left out, put in, or in the other case', async () => {
    const cursor = await cursorOf('/users');
    for (let position = 0; position <= cursor.length; position += 3) {
      const [head, tail] = [cursor.slice(0, position), cursor.slice(position)];
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
    const cursor = await cursorOf(await pathOf(operation));
    expect(isInvalid(await get(await pathOf(operation), { cursor }, { ...school, client }))).toBe(true);
  });

  it.each(lists.filter(([, { path }]) => !path.includes('{')))(
    '%s: a cursor of another institution',
    async (...operation) => {
      const cursor = await cursorOf(await pathOf(operation), {}, other);
      expect(isInvalid(await get(await pathOf(operation), { cursor }))).toBe(true);
      expect((await get(await pathOf(operation), { cursor }, other)).status).toBe(200);
    },
  );

  it.each(lists)('%s: a cursor of any other list', async (...operation) => {
    for (const another of lists.filter(([name]) => name !== operation[0])) {
      const cursor = await cursorOf(await pathOf(another));
      expect([another[0], isInvalid(await get(await pathOf(operation), { cursor }))]).toEqual([another[0], true]);
    }
  });

  it.each(lists.filter(([, { path }]) => path.includes('{')))(
    '%s: a cursor of another record’s list',
    async (...operation) => {
      const cursor = await cursorOf(await pathOf(operation, 0));
      expect(isInvalid(await get(await pathOf(operation, 1), { cursor }))).toBe(true);
      expect((await get(await pathOf(operation, 0), { cursor })).status).toBe(200);
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
  ])('a cursor of other filters: %s', async (_, given, changed) => {
    const cursor = await cursorOf('/courses', given);
    expect(cursor).not.toBeNull();
    expect(isInvalid(await get('/courses', { ...changed, cursor }))).toBe(true);
    expect((await get('/courses', { ...given, cursor })).status).toBe(200);
  });

  it('a cursor that is 24 hours old, but not a younger one', async () => {
    const cursor = await cursorOf('/users');
    system.clock.advance(DAY_MS - 1);
    expect((await get('/users', { cursor })).status).toBe(200);
    system.clock.advance(1);
    expect(isInvalid(await get('/users', { cursor }))).toBe(true);
  });
});

describe('200', () => {
  it.each(lists)('%s: limit and fields may change, unknown parameters come and go', async (...operation) => {
    const path = await pathOf(operation);
    const [first = '', second] = Object.keys(operation[1].item.properties);
    const cursor = await cursorOf(path, { fields: first, page: '7' });
    const fields = `${first},${second}`;
    const { status, body } = await get(path, { cursor, limit: '100', fields });
    expect(status).toBe(200);
    expect(body.data).toEqual((await get(path, { fields })).body.data.slice(1));
  });

  it('filters in another order, and the same instant with another offset', async () => {
    const path = '/courses?limit=1&code=A&updatedSince=2026-01-01T00:00:00Z';
    const { next_cursor: cursor } = (await school.client.get(path)).body.pagination;
    const other = `/courses?updatedSince=2026-01-01T01:00:00.000%2B01:00&code=A&cursor=${cursor}`;
    expect((await school.client.get(other)).status).toBe(200);
  });

  it('its page continues after its row, even if that one has changed', async () => {
    const users = (await get('/users', {})).body.data;
    const cursor = await cursorOf('/users');
    await school.client.patch(`/users/${users[0].id}`, { isArchived: true }, { ifMatch: '*' });
    expect((await get('/users', { cursor, fields: 'id' })).body.data).toEqual(
      users.slice(1).map(({ id }: { id: string }) => ({ id })),
    );
  });

  it('consists of characters that need no escaping in a URL', async () => {
    for (const operation of lists) expect(await cursorOf(await pathOf(operation))).toMatch(/^[A-Za-z0-9_.-]+$/);
  });
});
