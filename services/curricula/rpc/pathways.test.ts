import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { type Pathway, PathwayService, PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/curricula/import-curricula.ts';
import { idsOf, importRecords } from '../../../test/support/import-records.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
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

async function version() {
  const { versions } = await call(CurriculumVersionService.method.listCurriculumVersions, {
    curriculaId: path.curriculaId,
    page: { size: 1 },
  });
  return versions[0];
}

async function createdEvents() {
  const published = await publishedEvents(service, 'institution_id', actor.institutionId);
  return published.filter(([name]) => name === 'PathwayCreated');
}

describe('CreatePathway', () => {
  it('creates a pathway as requested', async () => {
    const pathway = await create({ description: 'Text', type: PathwayType.FIXED, position: 7 });
    expect(pathway).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      position: 7,
      name: 'Focus',
      type: PathwayType.FIXED,
      curriculaVersionId: path.curriculaVersionId,
      description: 'Text',
    });
    expect((await create())?.description).toBeUndefined();
  });

  it('appends after the last one, starting from 0', async () => {
    for (const _ of [0, 1, 2]) await create();
    await create({ position: 10 });
    await create();
    await create({ position: 10 });
    await create();
    expect(await positions()).toEqual([0, 1, 2, 10, 10, 11, 12]);
  });

  it('accepts a position that another pathway has, and 0', async () => {
    await create({ position: 0 });
    await create({ position: 0 });
    expect(await positions()).toEqual([0, 0]);
  });

  it('uses the number of pathways as the position if none is left after the greatest', async () => {
    await create({ position: GREATEST - 1 });
    for (const position of [GREATEST, 2, 3, 4]) expect((await create())?.position).toBe(position);
    expect(await positions()).toEqual([2, 3, 4, GREATEST - 1, GREATEST]);
  });

  it.each([
    [-1, 'invalid_value'],
    [GREATEST + 1, 'invalid_value'],
  ])('refuses the position %d, and changes nothing', async (position, code) => {
    await expect(create({ position })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/pathway/position', code }],
    });
    expect(await createdEvents()).toEqual([]);
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

  it('gives the version, which shows it, a new revision', async () => {
    const before = await version();
    service.clock.advance(1000);
    await create();
    const after = await version();
    expect(after?.revision).not.toBe(before?.revision);
    expect(Date.parse(after?.updatedAt ?? '') - Date.parse(before?.updatedAt ?? '')).toBe(1000);
    expect(after?.createdAt).toBe(before?.createdAt);
  });

  it('publishes it', async () => {
    const pathway = await create({ description: 'Text' });
    expect(await createdEvents()).toEqual([['PathwayCreated', pathway?.id, null]]);
  });

  it('gives fifty concurrent ones fifty positions', async () => {
    await Promise.all(Array.from({ length: 50 }, () => create()));
    expect(await positions()).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it('creates once per idempotency key', async () => {
    const keyed = service.callWithKey(actor, { key: 'k', fingerprint: 'f' });
    const first = await keyed(createPathway, { ...path, pathway: focus });
    const again = await keyed(createPathway, { ...path, pathway: focus });
    expect([first.metadata?.replayed, again.metadata?.replayed]).toEqual([false, true]);
    expect(again.message).toEqual(first.message);
    expect(await positions()).toEqual([0]);
    expect(await createdEvents()).toHaveLength(1);
  });

  it('finds ids in upper case', async () => {
    const upper = {
      curriculaId: path.curriculaId.toUpperCase(),
      curriculaVersionId: path.curriculaVersionId.toUpperCase(),
    };
    expect((await create(upper))?.curriculaVersionId).toBe(path.curriculaVersionId);
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

  it('refuses another institution’s version', async () => {
    call = service.call({ kind: 'operator', institutionId: randomUUID() });
    await expect(create()).rejects.toMatchObject({ code: 'CURRICULUM_VERSION_NOT_FOUND' });
  });

  it.each([
    ['an empty name', { name: '' }, '/pathway/name'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, '/pathway/name'],
    ['no type', { type: PathwayType.UNSPECIFIED }, '/pathway/type'],
    ['a type that does not exist', { type: 3 as PathwayType }, '/pathway/type'],
    ['a negative position', { position: -1 }, '/pathway/position'],
  ])('refuses %s', async (_, values, pointer) => {
    await expect(create(values)).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer }] });
    expect(await positions()).toEqual([]);
  });
});

describe('ListPathways', () => {
  it('pages by position, and by id where positions are equal', async () => {
    for (const position of [10, 2, 2, 2, 100, 0]) await create({ position });
    const seen: Pathway[] = [];
    let after: { sort: string; id: string } | undefined;
    for (let hasMore = true; hasMore; ) {
      const page = await call(listPathways, { ...path, page: { size: 2, ...(after ? { after } : {}) } });
      seen.push(...page.pathways);
      const last = page.pathways.at(-1);
      after = { sort: String(last?.position), id: last?.id ?? '' };
      hasMore = page.hasMore;
    }
    expect(seen.map(({ position }) => position)).toEqual([0, 2, 2, 2, 10, 100]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(6);
  });

  it('ends after the greatest position', async () => {
    const pathway = await create({ position: GREATEST });
    const after = { sort: String(GREATEST), id: pathway?.id ?? '' };
    expect(await call(listPathways, { ...path, page: { size: 1, after } })).toMatchObject({
      pathways: [],
      hasMore: false,
    });
  });

  it.each(['x', '', '1.5', '99999999999999999999'])('refuses the position %j', async (sort) => {
    const page = { size: 1, after: { sort, id: NOWHERE } };
    await expect(call(listPathways, { ...path, page })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

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
