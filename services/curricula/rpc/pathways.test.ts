import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { PathwayService, PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/curricula/import-curricula.ts';
import { idsOf, importRecords } from '../../../test/support/import-records.ts';
import { curricula } from '../service.ts';

const { createPathway, listPathways } = PathwayService.method;
const GREATEST = 1_000_000;

let service: TestService;
let actor: TenantActor;
let call: Call;
let path: { curriculaId: string; curriculaVersionId: string };
let otherCurriculum: string;

beforeAll(async () => {
  service = await startTestService(curricula, { service: 'own' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  actor = { kind: 'operator', institutionId: randomUUID() };
  call = service.call(actor);
  const records = await importRecords(call, 'curricula', [
    { ref: 'science', name: 'Science', versions: [{ ref: 'first', version: '1', name: 'First' }] },
    { ref: 'arts', name: 'Arts' },
  ]);
  const ids = idsOf(records);
  path = { curriculaId: ids['curricula/science'] ?? '', curriculaVersionId: ids['curriculaVersions/first'] ?? '' };
  otherCurriculum = ids['curricula/arts'] ?? '';
});

const focus = { name: 'Focus', type: PathwayType.SELECTABLE_FOCUS };

async function create(pathway: object = {}, at: object = {}) {
  return (await call(createPathway, { ...path, ...at, pathway: { ...focus, ...pathway } })).pathway;
}

async function positions(): Promise<(number | undefined)[]> {
  const { pathways } = await call(listPathways, { ...path, page: { size: 100 } });
  return pathways.map(({ position }) => position);
}

describe('CreatePathway', () => {
  it('uses the number of pathways as the position if none is left after the greatest', async () => {
    await create({ position: GREATEST - 1 });
    for (const position of [GREATEST, 2, 3, 4]) expect((await create())?.position).toBe(position);
    expect(await positions()).toEqual([2, 3, 4, GREATEST - 1, GREATEST]);
  });

  it('works beside an older position above the bound, which stays readable', async () => {
    const old = await create();
    await service.sql('UPDATE pathways SET position = 2147483647 WHERE institution_id = $1', [actor.institutionId]);
    expect((await create())?.position).toBe(1);
    expect(await positions()).toEqual([1, 2_147_483_647]);
    const first = await call(listPathways, { ...path, page: { size: 1 } });
    const after = { sort: '1', id: first.pathways[0]?.id ?? '' };
    const next = await call(listPathways, { ...path, page: { size: 1, after } });
    expect(next).toMatchObject({ pathways: [{ id: old?.id, position: 2_147_483_647 }], hasMore: false });
  });

  it('gives fifty concurrent ones fifty positions', async () => {
    await Promise.all(Array.from({ length: 50 }, () => create()));
    expect(await positions()).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it.each<[string, () => object]>([
    ['an unknown version', () => ({ curriculaVersionId: NOWHERE })],
    ['an invalid id', () => ({ curriculaVersionId: 'x' })],
    ['an unknown curriculum', () => ({ curriculaId: NOWHERE })],
    ['an invalid id of a curriculum', () => ({ curriculaId: 'x' })],
    ['another curriculum’s version', () => ({ curriculaId: otherCurriculum })],
  ])('refuses %s', async (_, values) => {
    await expect(create({}, values())).rejects.toMatchObject({ code: 'CURRICULUM_VERSION_NOT_FOUND' });
  });
});

describe('ListPathways', () => {
  it('is empty for a version without pathways, and refuses anything that is not a version of the curriculum', async () => {
    expect(await positions()).toEqual([]);
    for (const wrong of [
      { curriculaVersionId: NOWHERE },
      { curriculaVersionId: 'x' },
      { curriculaId: otherCurriculum },
    ]) {
      const refused = call(listPathways, { ...path, ...wrong, page: { size: 1 } });
      await expect(refused).rejects.toMatchObject({ code: 'CURRICULUM_VERSION_NOT_FOUND' });
    }
  });
});
