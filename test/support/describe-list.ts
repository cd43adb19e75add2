import { describe, expect, it } from 'vitest';
import type { TestClient } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';

export interface ListUnderTest {
  readonly client: TestClient;
  /** The ids of all rows of the list in order of creation: 60 or more, some created at the same instant, some not. */
  readonly ids: readonly string[];
}

/** Tests common to all lists in order of creation (decisions 2), beyond those of every list. */
export function describeList(path: string, subject: () => ListUnderTest): void {
  const ids = ({ body }: TestAnswer): string[] => body.data.map(({ id }: { id: string }) => id);

  describe(`GET ${path}`, () => {
    it('200: 50 rows by default, in the order of creation, ids breaking ties', async () => {
      const answer = await subject().client.get(path);
      expect([answer.status, ids(answer)]).toEqual([200, subject().ids.slice(0, 50)]);
      expect(answer.body.pagination).toEqual({ next_cursor: expect.any(String), has_more: true, limit: 50 });
    });

    it.each(['1', '7', '99', '100'])('200: a walk with limit=%s returns each row exactly once', async (limit) => {
      const walked = await subject().client.walk(path, { limit });
      expect(walked.map(({ id }) => id)).toEqual(subject().ids);
    });

    it('200: limit and fields may change from page to page', async () => {
      const { client, ids: whole } = subject();
      const get = (query: Record<string, string>) => client.get(path, { query });
      const first = await get({ limit: '3' });
      const second = await get({ limit: '7', fields: 'id', cursor: first.body.pagination.next_cursor });
      const third = await get({ limit: '10', cursor: second.body.pagination.next_cursor });
      expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(whole.slice(0, 20));
      expect(second.body.data[0]).toEqual({ id: whole[3] });
    });
  });
}

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
