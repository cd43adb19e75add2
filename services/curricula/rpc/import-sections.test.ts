import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesOf, idsOf, importRecords } from '../../../dev/testing/import-records.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { curricula } from '../service.ts';

let service: TestService;
let institutionId: string;
let call: Call;

beforeAll(async () => {
  service = await startTestService(curricula, { service: 'own' });
});
afterAll(() => service.stop());

beforeEach(() => {
  institutionId = randomUUID();
  call = service.call({ kind: 'operator', institutionId });
});

const [termStart, termEnd] = ['2026-09-30T22:00:00.000Z', '2027-03-31T21:59:59.000Z'];
const winter = { ref: 'winter', name: 'Winter', code: 'W', termStart, termEnd, electionStart: termStart };

function importTerms(...records: object[]) {
  return importRecords(call, 'organizationTerms', records);
}

function stored(table: string) {
  return service.sql<Record<string, unknown>>(
    `SELECT *, xmin::text FROM ${table} WHERE institution_id = $1 ORDER BY id`,
    [institutionId],
  );
}

describe('an import of organizationTerms', () => {
  it('creates terms, and writes nothing when they are repeated', async () => {
    const first = await importTerms(winter, { ...winter, ref: 'summer' });
    expect(changesOf(first)).toEqual({ 'organizationTerms/winter': 'created', 'organizationTerms/summer': 'created' });
    const before = [await stored('organization_terms'), await stored('outbox')];
    service.clock.advance(1000);
    const again = await importTerms({ ...winter, ref: 'summer' }, winter);
    expect(changesOf(again)).toEqual({});
    expect(idsOf(again)).toEqual(idsOf(first));
    expect([await stored('organization_terms'), await stored('outbox')]).toEqual(before);
    expect(before[1]).toEqual([]);
  });

  it('updates only the term that has changed', async () => {
    await importTerms(winter, { ...winter, ref: 'summer' });
    const { electionStart: _, ...without } = winter;
    const again = await importTerms({ ...winter, ref: 'summer' }, { ...without, termEnd: termStart });
    expect(changesOf(again)).toEqual({ 'organizationTerms/winter': 'updated' });
    const [row] = await stored('organization_terms');
    expect(row).toMatchObject({ election_start: null, term_end: new Date(termStart) });
  });

  it('stores instants in UTC, whatever their offset', async () => {
    await importTerms(winter);
    expect(changesOf(await importTerms({ ...winter, termStart: '2026-10-01T00:00:00+02:00' }))).toEqual({});
  });
});

describe.each([
  ['moduleGroups', { ref: 'a', name: 'A', code: 'C', color: '#1c4e80' }],
  ['tags', { ref: 'a', name: 'A', color: '#1c4e80', icon: 'sigma' }],
])('an import of %s', (section, record) => {
  it('creates records, recognises them again, and updates changed ones', async () => {
    const send = (...records: object[]) => importRecords(call, section, records);
    const plain = { ref: 'b', name: 'B' };
    const first = await send(record, plain);
    expect(changesOf(first)).toEqual({ [`${section}/a`]: 'created', [`${section}/b`]: 'created' });
    expect(changesOf(await send(record, plain))).toEqual({});
    const { color: _, ...colorless } = record;
    const changed = await send(colorless, plain);
    expect(changesOf(changed)).toEqual({ [`${section}/a`]: 'updated' });
    expect(idsOf(changed)).toEqual(idsOf(first));
  });

  it('serialises concurrent imports', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => importRecords(call, section, [record])));
    expect(new Set(all.map((records) => records[0]?.id)).size).toBe(1);
    expect(all.filter((records) => Object.keys(changesOf(records)).length > 0)).toHaveLength(1);
  });
});
