import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { importRecords, type LooseRecords } from '../../../test/support/import-records.ts';
import { bundle } from '../../../test/support/locations/bundle.ts';
import { watchDatabaseTraffic } from '../../../test/support/postgres/database-traffic.ts';
import { locations } from '../service.ts';

let service: TestService;
let call: Call;

beforeAll(async () => {
  service = await startTestService(locations);
});
beforeEach(async () => {
  call = service.call({ kind: 'operator', institutionId: randomUUID() });
  await send(bundle);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => service.stop());

function send(records: LooseRecords) {
  return importRecords(call, 'locations', records);
}

/** The number of round trips and of statements. */
async function costOf(act: () => Promise<unknown>): Promise<[roundTrips: number, statements: number]> {
  const traffic = watchDatabaseTraffic('locations');
  await act();
  return [traffic.roundTrips, traffic.statements.length];
}

describe('an import', () => {
  it('of an unchanged bundle reads once and writes nothing', async () => {
    expect(await costOf(() => send(bundle))).toEqual([2, 6]);
  });

  it('of a new bundle writes each table once, regardless of its size', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({
      ref: `l${n}`,
      name: 'L',
      address: 'A',
      rooms: [{ ref: `r${n}`, name: 'R', setups: [{ ref: `s${n}`, name: 'S' }] }],
    }));
    expect(await costOf(() => send(many))).toEqual([2, 10]);
  });

  it('that changes and adds rows in each table, and moves a setup out of another room, writes nine statements', async () => {
    const records: LooseRecords = ['hill', 'new'].map((ref) => ({
      ref,
      name: 'Changed',
      address: 'Street 9',
      rooms: [
        {
          ref: ref === 'hill' ? 'attic' : 'new',
          name: 'Changed',
          setups: [{ ref: ref === 'hill' ? 'rows' : 'new', name: 'Changed', isDefault: true }],
        },
      ],
    }));
    expect(await costOf(() => send(records))).toEqual([3, 17]);
  });
});
