import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { importCourses } from '../../test/support/test-directory.ts';
import { ClientBench } from '../testing/client-bench.ts';
import type { Lyceum, User } from './index.ts';

let bench: ClientBench;
let lyceum: Lyceum;
let emails: string[];

beforeAll(async () => {
  bench = await ClientBench.start();
  lyceum = bench.client();
  emails = [];
  for (let made = 0; made < 7; made++) emails.push((await lyceum.users.create(bench.newUser())).data.email);
});
afterAll(() => bench?.stop());

describe('a list', () => {
  it('is gone over to its end, page by page', async () => {
    const seen: User[] = [];
    for await (const user of lyceum.users.list({ limit: 3 })) seen.push(user);
    expect(seen.map(({ email }) => email)).toEqual(emails);
  });

  it('goes on from a cursor, and can be gone over twice', async () => {
    const list = lyceum.users.list({ limit: 3 });
    for (let round = 0; round < 2; round++) {
      const pages = [];
      for await (const page of list.pages()) pages.push(page);
      expect(pages.map(({ items, hasMore }) => [items.length, hasMore])).toEqual([
        [3, true],
        [3, true],
        [1, false],
      ]);
      expect(pages[2]?.nextCursor).toBeNull();
      const rest: string[] = [];
      const cursor = pages[0]?.nextCursor ?? '';
      for await (const { email } of lyceum.users.list({ cursor })) rest.push(email);
      expect(rest).toEqual(emails.slice(3));
    }
  });

  it('keeps its filters on every page', async () => {
    const [course] = await importCourses(bench.school, [{}]);
    const courseId = course?.id ?? '';
    const expected = [];
    for (let day = 1; day <= 3; day++) {
      const appointment = { title: `${day}`, dateTime: `2026-10-0${day}T08:00:00Z`, duration: 45 };
      expected.push((await lyceum.courses.appointments.create(courseId, appointment)).data.id);
    }
    const list = lyceum.appointments.list({ limit: 1, from: '2026-10-02T00:00:00+00:00', courseId });
    const seen = [];
    for await (const { id } of list) seen.push(id);
    expect(seen).toEqual(expected.slice(1));
  });

  it('has the fields that are asked for, and no others', async () => {
    for await (const user of lyceum.users.list({ limit: 100, fields: ['id', 'email'] })) {
      expect(Object.keys(user)).toEqual(['id', 'email']);
      expectTypeOf(user).toEqualTypeOf<Pick<User, 'id' | 'email'>>();
    }
  });

  it('asks for no more than is taken', async () => {
    const before = bench.proxy.keys.length;
    for await (const _ of lyceum.users.list({ limit: 3 })) break;
    expect(bench.proxy.keys.length - before).toBe(1);
  });

  it('fails with the problem of a page', async () => {
    const list = lyceum.users.list({ cursor: 'none' });
    await expect(Array.fromAsync(list)).rejects.toMatchObject({ code: 'invalid_cursor', operationId: 'listUsers' });
  });

  it('ends with its signal', async () => {
    const controller = new AbortController();
    const list = lyceum.users.list({ limit: 3 }, { signal: controller.signal });
    const seen: User[] = [];
    await expect(async () => {
      for await (const user of list) {
        seen.push(user);
        controller.abort(new Error('enough'));
      }
    }).rejects.toThrow('enough');
    // The page is there already.
    expect(seen).toHaveLength(3);
  });
});
