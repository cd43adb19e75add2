import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { watchDatabaseTraffic } from '../../../test/support/postgres/database-traffic.ts';

let service: TestService;
let call: Call;

beforeAll(async () => {
  service = await startDirectory();
  call = service.call(await newInstitution(service));
});
afterAll(() => service.stop());

afterEach(() => {
  vi.restoreAllMocks();
});

const records = Array.from({ length: 1000 }, (_, i) => ({ ref: `r${i}`, email: `r${i}@x.example`, name: `R${i}` }));
const group = [{ ref: 'g', name: 'G', members: ['r0'] }];

it.each<[string, () => Promise<unknown>, roundTrips: number, statements: number]>([
  ['ImportUsers, a thousand new', () => importRecords(call, 'users', records), 3, 8],
  ['ImportUsers, a thousand known', () => importRecords(call, 'users', records), 2, 5],
  [
    'ImportUsers, every email another’s',
    () =>
      importRecords(
        call,
        'users',
        records.map((each, i) => ({ ...each, email: `r${999 - i}@x.example` })),
      ),
    3,
    9,
  ],
  ['ImportCourses', () => importRecords(call, 'courses', [{ ref: 'c', name: 'C' }]), 2, 7],
  ['ImportUserGroups', () => importRecords(call, 'userGroups', group), 3, 11],
])('%s', async (_, run, roundTrips, statements) => {
  const traffic = watchDatabaseTraffic('directory');
  await run();
  expect([traffic.roundTrips, traffic.statements.length]).toEqual([roundTrips, statements]);
});
