import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import type { ImportedRecord } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { curricula } from '../service.ts';
import { changesOf, idsOf } from '../testing/import-curricula.ts';

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

async function importTerms(...records: (typeof winter)[]): Promise<ImportedRecord[]> {
  return (await call(ImportService.method.importOrganizationTerms, { records })).records;
}

function stored(table: string) {
  return service.sql<Record<string, unknown>>(
    `SELECT *, xmin::text FROM ${table} WHERE institution_id = $1 ORDER BY id`,
    [institutionId],
  );
}

describe('ImportOrganizationTerms', () => {
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
    const again = await importTerms({ ...winter, ref: 'summer' }, { ...without, termEnd: termStart } as typeof winter);
    expect(changesOf(again)).toEqual({ 'organizationTerms/winter': 'updated' });
    const [row] = await stored('organization_terms');
    expect(row).toMatchObject({ election_start: null, term_end: new Date(termStart) });
  });

  it.each(['termStart', 'electionStart'])('refuses a %s that does not exist', async (name) => {
    const refused = importTerms(winter, { ...winter, ref: 'x', [name]: '2026-02-30T00:00:00.000Z' });
    await expect(refused).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: `/records/1/${name}`, code: 'invalid_string' }],
    });
    expect(await stored('organization_terms')).toEqual([]);
  });
});

const { importModuleGroups, importTags } = ImportService.method;

describe.each([
  ['ImportModuleGroups', 'moduleGroups', importModuleGroups, { ref: 'a', name: 'A', code: 'C', color: '#1c4e80' }],
  ['ImportTags', 'tags', importTags, { ref: 'a', name: 'A', color: '#1c4e80', icon: 'sigma' }],
] as const)('%s', (_, section, method, record) => {
  const send = async (...records: object[]) =>
    (await call(method as typeof importTags, { records: records as never })).records;

  it('creates records, recognises them again, and updates changed ones', async () => {
    const plain = { ref: 'b', name: 'B' };
    const first = await send(record, plain);
    expect(changesOf(first)).toEqual({ [`${section}/a`]: 'created', [`${section}/b`]: 'created' });
    expect(changesOf(await send(record, plain))).toEqual({});
    const { color: __, ...colorless } = record;
    const changed = await send(colorless, plain);
    expect(changesOf(changed)).toEqual({ [`${section}/a`]: 'updated' });
    expect(idsOf(changed)).toEqual(idsOf(first));
  });

  it('refuses a repeated ref', async () => {
    await expect(send(record, { ref: 'b', name: 'B' }, record)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/records/2/ref' }],
    });
  });

  it('refuses U+0000', async () => {
    await expect(send({ ...record, name: 'a\u0000b' })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it('separates institutions with the same refs', async () => {
    const mine = idsOf(await send(record));
    call = service.call({ kind: 'operator', institutionId: randomUUID() });
    const theirs = await send(record);
    expect(changesOf(theirs)).toEqual({ [`${section}/a`]: 'created' });
    expect(idsOf(theirs)).not.toEqual(mine);
  });

  it('serialises concurrent imports', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => send(record)));
    expect(new Set(all.map((records) => records[0]?.id)).size).toBe(1);
    expect(all.filter((records) => Object.keys(changesOf(records)).length > 0)).toHaveLength(1);
  });

  it('is allowed for operators only', async () => {
    call = service.call({ kind: 'integration', institutionId, integrationId: randomUUID(), createdBy: null });
    await expect(send(record)).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
  });
});
