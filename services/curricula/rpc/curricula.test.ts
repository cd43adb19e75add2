import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { CurriculumService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/curricula/import-curricula.ts';
import { type Ids, idsOf, importRecords } from '../../../test/support/import-records.ts';
import { curricula } from '../service.ts';

const { getCurriculum, listCurricula } = CurriculumService.method;
const { listCurriculumVersions } = CurriculumVersionService.method;

let service: TestService;
let call: Call;
let ids: Ids;

beforeAll(async () => {
  service = await startTestService(curricula);
});
afterAll(() => service.stop());

/**
 * Seven curricula with one creation time, every other one archived; the first has five versions with one creation time.
 */
beforeEach(async () => {
  call = service.call({ kind: 'operator', institutionId: randomUUID() });
  const versions = Array.from({ length: 5 }, (_, n) => ({ ref: `v${n}`, version: `${n}`, name: `Version ${n}` }));
  const records = Array.from({ length: 7 }, (_, n) => ({
    ref: `c${n}`,
    name: `Curriculum ${n}`,
    isArchived: n % 2 === 1,
    versions: n === 0 ? versions : [],
  }));
  ids = idsOf(await importRecords(call, 'curricula', records));
});

type List = (page: { size: number; after?: { sort: string; id: string } }) => Promise<{
  rows: readonly { id: string; createdAt: string }[];
  hasMore: boolean;
}>;

async function walk(list: List, size: number): Promise<string[]> {
  const seen: string[] = [];
  let after: { sort: string; id: string } | undefined;
  for (;;) {
    const { rows, hasMore } = await list({ size, ...(after ? { after } : {}) });
    seen.push(...rows.map(({ id }) => id));
    const last = rows.at(-1);
    if (!hasMore || !last) return seen;
    after = { sort: last.createdAt, id: last.id };
  }
}

const all =
  (isArchived?: boolean): List =>
  async (page) => {
    const { curricula: rows, hasMore } = await call(listCurricula, { page, isArchived });
    return { rows, hasMore };
  };

const versionsOf =
  (curriculaId: string): List =>
  async (page) => {
    const { versions: rows, hasMore } = await call(listCurriculumVersions, { page, curriculaId });
    return { rows, hasMore };
  };

const curriculaIds = (...numbers: number[]) => numbers.map((n) => ids[`curricula/c${n}`]);

describe('ListCurricula', () => {
  it.each([1, 2, 3, 7, 100])('pages through those of one instant by %i in order of creation', async (size) => {
    expect(await walk(all(), size)).toEqual(curriculaIds(0, 1, 2, 3, 4, 5, 6));
  });

  it('filters by whether they are archived', async () => {
    expect(await walk(all(true), 2)).toEqual(curriculaIds(1, 3, 5));
    expect(await walk(all(false), 2)).toEqual(curriculaIds(0, 2, 4, 6));
  });

  it('shows the same as GetCurriculum', async () => {
    const { curricula: rows } = await call(listCurricula, { page: { size: 1 } });
    expect(rows[0]).toEqual((await call(getCurriculum, { id: ids['curricula/c0'] ?? '' })).curriculum);
  });

  it('is empty for another institution', async () => {
    call = service.call({ kind: 'operator', institutionId: randomUUID() });
    expect(await walk(all(), 100)).toEqual([]);
  });

  it.each([
    ['an invalid instant', { sort: 'yesterday', id: NOWHERE }],
    ['an invalid id', { sort: '2026-10-05T08:00:00.000Z', id: 'x' }],
  ])('refuses a position with %s', async (_, after) => {
    await expect(call(listCurricula, { page: { size: 1, after } })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });
});

describe('GetCurriculum', () => {
  it('shows a curriculum with the number of its versions', async () => {
    const { curriculum } = await call(getCurriculum, { id: (ids['curricula/c0'] ?? '').toUpperCase() });
    expect(curriculum).toMatchObject({
      id: ids['curricula/c0'],
      name: 'Curriculum 0',
      isCohortSpecific: false,
      isArchived: false,
      versionsCount: 5,
      createdAt: '2026-10-05T08:00:00.000Z',
      updatedAt: '2026-10-05T08:00:00.000Z',
    });
    expect(curriculum?.code).toBeUndefined();
  });

  it.each([NOWHERE, 'x'])('refuses %s', async (id) => {
    await expect(call(getCurriculum, { id })).rejects.toMatchObject({ code: 'CURRICULUM_NOT_FOUND' });
  });

  it('refuses another institution’s curriculum', async () => {
    call = service.call({ kind: 'operator', institutionId: randomUUID() });
    const refused = call(getCurriculum, { id: ids['curricula/c0'] ?? '' });
    await expect(refused).rejects.toMatchObject({ code: 'CURRICULUM_NOT_FOUND' });
  });
});

describe('ListCurriculumVersions', () => {
  it.each([1, 2, 5])('pages through those of one instant by %i in order of creation', async (size) => {
    const walked = await walk(versionsOf(ids['curricula/c0'] ?? ''), size);
    expect(walked).toEqual([0, 1, 2, 3, 4].map((n) => ids[`curriculaVersions/v${n}`]));
  });

  it('is empty for a curriculum without versions, and refuses an unknown curriculum', async () => {
    expect(await walk(versionsOf(ids['curricula/c1'] ?? ''), 1)).toEqual([]);
    for (const id of [NOWHERE, 'x'])
      await expect(versionsOf(id)({ size: 1 })).rejects.toMatchObject({ code: 'CURRICULUM_NOT_FOUND' });
  });
});
