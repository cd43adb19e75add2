import { describe, expect, it } from 'vitest';
import type { TestClient } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';

export interface ListUnderTest {
  readonly client: TestClient;
  /** The ids of all rows of the list in order of creation: 60 or more, some created at the same instant, some not. */
  readonly ids: readonly string[];
  /** Another institution's client, whose list has one row. */
  readonly stranger: { readonly client: TestClient; readonly id: string };
}

interface Row {
  readonly id: string;
  readonly createdAt: string;
}

/**
 * Tests common to all lists in order of creation (decisions 2), whether or not they show `createdAt`, beyond those of
 * every operation.
 * @param filters those of `code` and `updatedSince` that the list has
 */
export function describeList(
  path: string,
  fields: readonly string[],
  subject: () => ListUnderTest,
  filters: readonly string[] = ['code', 'updatedSince'],
): void {
  const get = (query: Record<string, string> = {}) => subject().client.get(path, { query });
  const ids = ({ body }: Pick<TestAnswer, 'body'>): string[] => body.data.map(({ id }: Row) => id);
  const faultOf = ({ status, body }: TestAnswer) => [status, body.code, body.errors?.[0]?.field];

  describe(`GET ${path}`, () => {
    it('200: 50 rows by default, all fields of each, in the order of creation, ids breaking ties', async () => {
      const { status, body } = await get();
      expect([status, body.data.length]).toEqual([200, 50]);
      expect(body.pagination).toEqual({ next_cursor: expect.stringMatching(/^[\w.-]+$/), has_more: true, limit: 50 });
      for (const row of body.data) expect(Object.keys(row)).toEqual(fields);
      expect(ids({ body })).toEqual(subject().ids.slice(0, 50));
      if (!fields.includes('createdAt')) return;
      const sortKeys = body.data.map(({ createdAt, id }: Row) => `${createdAt} ${id}`);
      expect(sortKeys).toEqual([...sortKeys].sort());
      expect(new Set(body.data.map(({ createdAt }: Row) => createdAt)).size).toBeGreaterThan(1);
    });

    it.each(['1', '7', '50', '99', '100'])('200: a walk with limit=%s returns each row exactly once', async (limit) => {
      const walked = await subject().client.walk(path, { limit });
      expect(walked.map(({ id }) => id).sort()).toEqual([...subject().ids].sort());
    });

    it('200: a full last page has no next cursor', async () => {
      const { pagination } = (await get({ limit: String(subject().ids.length / 2) })).body;
      const last = await get({ limit: String(subject().ids.length / 2), cursor: pagination.next_cursor });
      expect(last.body.pagination).toEqual({ next_cursor: null, has_more: false, limit: subject().ids.length / 2 });
    });

    it('200: limit and fields may change from page to page', async () => {
      const whole = ids(await get({ limit: '20' }));
      const first = await get({ limit: '3' });
      const second = await get({ limit: '7', fields: 'id', cursor: first.body.pagination.next_cursor });
      const third = await get({ limit: '10', cursor: second.body.pagination.next_cursor });
      expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(whole);
      expect(second.body.data[0]).toEqual({ id: whole[3] });
    });

    it('200: a page can be requested again', async () => {
      const { next_cursor: cursor } = (await get({ limit: '3' })).body.pagination;
      expect((await get({ cursor, limit: '3' })).body.data).toEqual((await get({ cursor, limit: '3' })).body.data);
    });

    it('200: nothing of another institution', async () => {
      const { client, id } = subject().stranger;
      expect(ids(await client.get(path))).toEqual([id]);
      expect(subject().ids).not.toContain(id);
    });

    it('200: returns only the requested fields', async () => {
      const [id = '', next = ''] = fields;
      const { body } = await get({ fields: [next, id, id].join(), limit: '2' });
      for (const row of body.data) expect(Object.keys(row)).toEqual([id, next]);
    });

    it.each(filters)('400: %s given twice', async (name) => {
      const answer = await subject().client.get(`${path}?${name}=1&${name}=1`);
      expect(faultOf(answer)).toEqual([400, 'bad_request', name]);
    });

    it.each(filters.includes('updatedSince') ? NO_INSTANTS : [])('400: updatedSince as "%s"', async (updatedSince) => {
      expect(faultOf(await get({ updatedSince }))).toEqual([400, 'bad_request', 'updatedSince']);
    });

    it.each(filters.filter((name) => name === 'code'))('400: %s with U+0000', async (name) => {
      expect(faultOf(await get({ [name]: 'a\0' }))).toEqual([400, 'bad_request', name]);
    });
  });
}

const NO_INSTANTS = [
  '2026-10-05',
  '2026-10-05T08:00:00',
  '2026-02-30T08:00:00Z',
  '2026-10-05T24:00:00Z',
  '2026-10-05T08:00:00+25:00',
  '1969-12-31T23:59:59.999Z',
  '9999-01-01T00:00:00Z',
  '10000-01-01T00:00:00Z',
  '1759651200000',
  'yesterday',
  '',
];

/**
 * Walks a list of many pages during concurrent writes, and expects each row that existed before exactly once, and no
 * row twice.
 * @param write called after each of the first pages
 */
export async function expectWholeWalk(
  client: TestClient,
  path: string,
  before: readonly string[],
  write: (page: number) => Promise<unknown>,
): Promise<void> {
  const walked = await client.walk(path, { limit: '7' }, async (page) => {
    // Without this limit the walk would never end.
    if (page < 4) await write(page);
  });
  const seen = walked.map(({ id }) => id);
  expect(new Set(seen).size).toBe(seen.length);
  expect(before.filter((id) => !seen.includes(id))).toEqual([]);
}
