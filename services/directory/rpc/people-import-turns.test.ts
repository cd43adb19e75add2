import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { PeopleImporter } from '../../../test/support/directory/people-import.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { directory } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(directory);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A file that is kept, of people who are each in five groups of many and move to others. */
async function keptFile(people: number, groups: number) {
  const actor = await newAdministrator(service);
  await importRecords(
    service.call({ kind: 'operator', institutionId: actor.institutionId }),
    'userGroups',
    Array.from({ length: groups }, (_, n) => ({ ref: `${n}`, name: `Group ${n}` })),
  );
  const importer = new PeopleImporter(service.call(actor));
  const lines = (moved: number) =>
    Array.from({ length: people }, (_, n) => {
      const named = Array.from({ length: 5 }, (_each, k) => `Group ${(n * 5 + k + moved) % groups}`);
      return `p${n}@x.example,P${n},${named.join('|')}`;
    });
  await importer.importAll('email,name,groups', ...lines(0));
  return { importer, id: await importer.keep('email,name,groups', ...lines(5)) };
}

it('the work of a preview is done person by person, in turns', async () => {
  const people = 30;
  const { importer, id } = await keptFile(people, 20);
  // Every look at the clock finds that a chunk's time is over.
  const now = performance.now.bind(performance);
  let passed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    passed += 4;
    return now() + passed;
  });
  const yields = vi.spyOn(globalThis, 'setImmediate');
  const { changed } = await importer.preview(id);
  expect(changed).toBe(people);
  // Reading, placing, groups and their order, and the two parts of the state.
  expect(yields.mock.calls.length).toBeGreaterThanOrEqual(people * 6);
});

it('the work of a preview does not grow with the groups times their members', async () => {
  const visitsOf = async (groups: number) => {
    const { importer, id } = await keptFile(200, groups);
    let visits = 0;
    for (const name of ['filter', 'map', 'flatMap', 'find', 'some', 'every', 'forEach'] as const) {
      const method = Array.prototype[name] as (this: unknown[], ...args: unknown[]) => unknown;
      vi.spyOn(Array.prototype, name).mockImplementation(function counted(this: unknown[], ...args: unknown[]) {
        visits += this.length;
        return method.apply(this, args);
      } as never);
    }
    const { changed } = await importer.preview(id);
    vi.restoreAllMocks();
    expect(changed).toBe(200);
    return visits;
  };
  const [few, many] = [await visitsOf(10), await visitsOf(400)];
  // 2,000 memberships begin or end in either: a look at all of them for each group would be 800,000 more.
  expect(many).toBeLessThan(few + 100_000);
});
