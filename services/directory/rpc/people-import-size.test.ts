import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { PeopleImporter } from '../../../test/support/directory/people-import.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { watchDatabaseTraffic } from '../../../test/support/postgres/database-traffic.ts';

let service: TestService;
beforeAll(async () => {
  service = await startDirectory();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Files that create people, change all of them, archive them, and change nothing. */
function filesOf(size: number): string[][] {
  return [0, 1, 2, 2].map((round) => [
    'email,firstName,lastName,code,archived,groups',
    ...Array.from({ length: size }, (_, n) =>
      [`person-${n}@x.example`, `First ${n}`, `Last ${round}`, `CODE-${(n + round) % size}`, round === 2 ? 'yes' : 'no']
        .concat(`Group ${n % 10}|Group ${(n + round) % 10}`)
        .join(','),
    ),
  ]);
}

/** The statements of a preview: another directory of this process may look after its tables meanwhile. */
const OF_PREVIEW = /^(people_imports_find|users_|institutions_by_id|user_groups_by|user_group_members_)/;

async function trafficOf(size: number) {
  const actor = await newAdministrator(service);
  await importRecords(
    service.call({ kind: 'operator', institutionId: actor.institutionId }),
    'userGroups',
    Array.from({ length: 10 }, (_, n) => ({ ref: `${n}`, name: `Group ${n}` })),
  );
  const importer = new PeopleImporter(service.call(actor));
  const counted: { readonly ofPreview: readonly string[]; readonly roundTrips: number }[] = [];
  for (const [round, file] of filesOf(size).entries()) {
    const id = await importer.keep(...file);
    const traffic = watchDatabaseTraffic('directory');
    const preview = await importer.preview(id);
    const ofPreview = traffic.statements.filter((name) => OF_PREVIEW.test(name));
    await importer.import(id, preview.state);
    const { roundTrips } = traffic;
    vi.restoreAllMocks();
    const { created, changed, unchanged, faultCount } = preview;
    expect([created, changed, unchanged, faultCount]).toEqual([
      round === 0 ? size : 0,
      round === 1 || round === 2 ? size : 0,
      round === 3 ? size : 0,
      0,
    ]);
    counted.push({ ofPreview, roundTrips });
  }
  return counted;
}

it('a preview of 5,000 people takes as many statements as one of 20, an import one batch more for each 1,000 rows', async () => {
  const [large, small] = [await trafficOf(5_000), await trafficOf(20)];
  expect(large.map(({ ofPreview }) => ofPreview)).toEqual(small.map(({ ofPreview }) => ofPreview));
  expect(large.map(({ ofPreview }) => ofPreview.length)).toEqual([5, 6, 6, 5]);
  // 5 parts of people, and 10 each of memberships that end and begin.
  for (const [round, { roundTrips }] of large.entries())
    expect(roundTrips - (small[round]?.roundTrips ?? 0)).toBeLessThanOrEqual(25);
}, 180_000);
