import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { ClientBench } from '../../../test/support/client-bench.ts';
import { importCourses } from '../../../test/support/test-directory.ts';
import type { Attempt, Listable, Lyceum, Syncable, User } from './index.ts';

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
  it('is iterated to its end, page by page', async () => {
    const seen: User[] = [];
    for await (const user of lyceum.users.list({ limit: 3 })) seen.push(user);
    expect(seen.map(({ email }) => email)).toEqual(emails);
  });

  it('continues from a cursor, and can be iterated twice', async () => {
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

  it('by ids takes any number of them, and asks for a hundred at a time', async () => {
    const sent: string[] = [];
    const client = bench.client({ hooks: { onAttempt: ({ path }: Attempt) => void sent.push(path) } });
    const all: string[] = [];
    for await (const { id } of lyceum.users.list({ limit: 100 })) all.push(id);
    const unknown = Array.from({ length: 150 }, () => crypto.randomUUID());
    const wanted = new Set([all[6] ?? '', ...unknown, all[0] ?? '', all[1] ?? '']);
    const seen: string[] = [];
    for await (const user of client.users.byIds([...wanted, all[0] ?? ''], { fields: ['id'] })) {
      expectTypeOf(user).toEqualTypeOf<Pick<User, 'id'>>();
      seen.push(user.id);
    }
    expect(seen).toEqual([all[6], all[0], all[1]]);
    expect(sent).toHaveLength(2);
    for await (const user of client.users.byIds([])) seen.push(user.id);
    for await (const user of client.users.byIds(all, { email: emails[2] ?? '' })) expect(user.email).toBe(emails[2]);
    expect([seen.length, sent.length]).toEqual([3, 3]);
  });

  it('has only the requested fields', async () => {
    for await (const user of lyceum.users.list({ limit: 100, fields: ['id', 'email'] })) {
      expect(Object.keys(user)).toEqual(['id', 'email']);
      expectTypeOf(user).toEqualTypeOf<Pick<User, 'id' | 'email'>>();
    }
  });

  it('requests no more pages than are used', async () => {
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
    // The page is already loaded.
    expect(seen).toHaveLength(3);
  });
});

describe('the changes of a list', () => {
  const walk = async (updatedSince?: string) => {
    const changes = lyceum.users.changes({ limit: 3, updatedSince });
    const during = new Set<string | undefined>();
    const items = [];
    for await (const item of changes) {
      items.push(item);
      during.add(changes.nextUpdatedSince);
    }
    return { items, during: [...during], next: changes.nextUpdatedSince };
  };

  it('are all records first, and say where the next walk begins once they have ended', async () => {
    const first = await walk();
    expect(first.items.map(({ email }) => email)).toEqual(expect.arrayContaining(emails));
    expect(first.during).toEqual([undefined]);
    const { data: added } = await lyceum.users.create(bench.newUser());
    emails.push(added.email);
    const then = await walk(first.next);
    expect(then.items).toContainEqual(added);
    expect(Date.parse(then.next ?? '')).toBeGreaterThanOrEqual(Date.parse(first.next ?? ''));
  });

  it('tell nothing if they are left early, and go on from a cursor', async () => {
    const begun = lyceum.users.changes({ limit: 3 });
    let cursor = '';
    for await (const page of begun.pages()) {
      cursor = page.nextCursor ?? '';
      break;
    }
    expect(begun.nextUpdatedSince).toBeUndefined();
    const rest = lyceum.users.changes({ limit: 3, cursor });
    expect((await Array.fromAsync(rest)).map(({ email }) => email)).toEqual(emails.slice(3));
    expect(rest.nextUpdatedSince).toMatch(/Z$/);
  });

  it('have only the requested fields', async () => {
    for await (const user of lyceum.users.changes({ limit: 100, fields: ['id'] }))
      expectTypeOf(user).toEqualTypeOf<Pick<User, 'id'>>();
  });

  it('are an error of an installation that does not say where the next walk begins', async () => {
    const changes = bench.client({ fetch: async () => Response.json(WITHOUT_NEXT) }).users.changes();
    await expect(Array.fromAsync(changes)).rejects.toThrow('the installation is older than this client');
  });
});

it('several lists are read in one loop', async () => {
  const { users, courses, rooms, curricula } = lyceum;
  const lists: Record<string, Listable<{ readonly id: string }>> = { users, courses, curricula };
  const counts: Record<string, number> = {};
  for (const [name, each] of Object.entries(lists)) {
    for await (const { id } of each.list({ limit: 100 })) counts[name] = (counts[name] ?? 0) + Math.sign(id.length);
  }
  expect(counts.users).toBe(emails.length);
  const syncable: Record<string, Syncable<{ readonly id: string; readonly updatedAt: string }>> = {
    users,
    courses,
    rooms,
  };
  for (const each of Object.values(syncable)) {
    const changes = each.changes({ updatedSince: '9000-01-01T00:00:00Z' });
    expect(await Array.fromAsync(changes)).toEqual([]);
    expect(changes.nextUpdatedSince).toMatch(/Z$/);
  }
});

const WITHOUT_NEXT = {
  data: [],
  pagination: { next_cursor: null, has_more: false, limit: 50 },
  meta: { requestId: 'x', timestamp: '2026-10-05T08:00:00.000Z', version: 'v4' },
};
