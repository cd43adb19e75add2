import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import {
  type CurriculumVersionDetail,
  CurriculumVersionService,
  ElectionMode,
} from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { groundCurricula } from '../../../test/support/curricula/curricula.ts';
import { groundModules, importGround, NOWHERE } from '../../../test/support/curricula/import-curricula.ts';
import { type Ids, idsOf, importRecords } from '../../../test/support/import-records.ts';
import { curricula } from '../service.ts';

const NOW = '2026-10-05T08:00:00.000Z';

let service: TestService;
let call: Call;
let ids: Ids;

beforeAll(async () => {
  service = await startTestService(curricula, { service: 'own' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  service.clock.set(NOW);
  call = service.call({ kind: 'operator', institutionId: randomUUID() });
  const ground = await importGround(call);
  const [, systems] = groundModules();
  const required = [{ ref: 'analysis-1' }, { ref: 'systems-1', studyPeriodId: 'p1' }];
  for (const [n, each] of required.entries()) systems.versions[n].requires = [each];
  await importRecords(call, 'courseModules', [systems]);
  const records = await importRecords(call, 'curricula', groundCurricula());
  ids = { ...ground, ...idsOf(records) };
});

async function get(curriculum = 'science', version = 'first'): Promise<CurriculumVersionDetail> {
  const { detail } = await call(CurriculumVersionService.method.getCurriculumVersion, {
    curriculaId: ids[`curricula/${curriculum}`] ?? '',
    id: ids[`curriculaVersions/${version}`] ?? '',
  });
  return present(detail, 'detail');
}

const id = (name: string) => ids[name];

describe('GetCurriculumVersion', () => {
  it('shows the version and its curriculum', async () => {
    const { version, curricula: summary } = await get();
    expect(version).toEqual({
      $typeName: 'lyceum.curricula.v1.CurriculumVersion',
      id: id('curriculaVersions/first'),
      version: '1',
      name: 'First',
      createdAt: NOW,
      updatedAt: NOW,
      curriculaId: id('curricula/science'),
      electionMode: ElectionMode.ELECT_BEFORE_TERM,
      electionStartWeeks: 6,
      electionEndWeeks: 0,
      isCohortVersion: false,
      isDefault: true,
      revision: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(summary).toMatchObject({ id: id('curricula/science'), name: 'Science', isCohortSpecific: false });
  });

  it('shows nothing of modules that it does not use, though they require each other', async () => {
    const before = await get();
    const versionOf = (ref: string) => ({ ref, version: '1', name: ref });
    await importRecords(call, 'courseModules', [
      { ref: 'logic', name: 'Logic', versions: [versionOf('logic-1')] },
      { ref: 'proofs', name: 'Proofs', versions: [{ ...versionOf('proofs-1'), requires: [{ ref: 'logic-1' }] }] },
    ]);
    expect(await get()).toEqual(before);
  });

  it('shows terms and pathways by position, clusters and items by creation', async () => {
    const { terms, pathways, moduleClusters, items } = await get();
    expect(terms.map(({ id, position, cohortTerms }) => [id, position, cohortTerms])).toEqual([
      [id('terms/t1'), 1, []],
      [id('terms/t2'), 2, []],
    ]);
    expect(pathways.map(({ id, type, description }) => [id, type, description])).toEqual([
      [id('pathways/core'), PathwayType.FIXED, 'Everybody.'],
      [id('pathways/focus'), PathwayType.SELECTABLE_FOCUS, undefined],
    ]);
    expect(moduleClusters).toEqual([
      {
        $typeName: 'lyceum.curricula.v1.ModuleCluster',
        id: id('moduleClusters/elective'),
        electiveBehavior: 'SELECT_UNTIL_ECTS',
        electiveBehaviorAmount: 7.5,
        rule: 'AT_LEAST',
        ruleAmount: 2,
        createdAt: NOW,
        updatedAt: NOW,
        curriculaVersionId: id('curriculaVersions/first'),
        name: 'Electives',
        unlockAfterCp: 60,
        electAtOnce: true,
        overflowClusterId: id('moduleClusters/free'),
        isReElectable: true,
      },
      expect.objectContaining({ id: id('moduleClusters/free'), name: 'Free choice', isReElectable: false }),
    ]);
    expect(moduleClusters[1]).toMatchObject({ electiveBehaviorAmount: 0 });
    expect(items.map((item) => item.id)).toEqual([id('items/i1'), id('items/i2'), id('items/i3')]);
    expect(items[0]).toEqual({
      $typeName: 'lyceum.curricula.v1.CurriculumItem',
      id: id('items/i1'),
      courseModuleId: id('courseModules/systems'),
      courseModuleVersionId: id('moduleVersions/systems-1'),
      curriculaVersionTermId: id('terms/t1'),
      curriculaVersionModuleClusterId: id('moduleClusters/elective'),
      curriculaVersionPathwayId: id('pathways/core'),
      parentId: id('items/i2'),
      updatedAt: NOW,
      isCoreModule: true,
      moduleGroupId: id('moduleGroups/base'),
    });
    expect(items[1]).toEqual({
      $typeName: 'lyceum.curricula.v1.CurriculumItem',
      id: id('items/i2'),
      courseModuleId: id('courseModules/analysis'),
      updatedAt: NOW,
      isCoreModule: false,
    });
  });

  it('shows each module, version and group once, with tags by name', async () => {
    const { courseModules, moduleVersions, moduleGroups } = await get();
    expect(courseModules.map(({ name }) => name).sort()).toEqual(['Analysis', 'Systems']);
    const analysis = courseModules.find(({ name }) => name === 'Analysis');
    expect(analysis).toMatchObject({
      code: 'M-AN',
      isArchived: false,
      nameTranslations: { de: 'Analysis', en: 'Calculus' },
    });
    expect(analysis?.tags.map(({ tag }) => [tag?.id, tag?.name, tag?.icon])).toEqual([
      [id('tags/math'), 'Algebra', 'sigma'],
      [id('tags/core'), 'Core', undefined],
    ]);
    expect(courseModules.find(({ name }) => name === 'Systems')).toMatchObject({ nameTranslations: {}, tags: [] });
    expect(moduleVersions.map(({ name }) => name).sort()).toEqual(['Analysis I', 'Systems I', 'Systems II']);
    expect(moduleGroups).toMatchObject([{ id: id('moduleGroups/base'), code: 'FND', color: '#2f7d4f' }]);
  });

  it('shows module versions with the units of their time plans', async () => {
    const { moduleVersions } = await get();
    const named = (name: string) => moduleVersions.find((version) => version.name === name);
    expect(named('Analysis I')).toMatchObject({
      ectsPoints: 6,
      status: 'ACTIVE',
      isDefault: true,
      examinationRequirements: [{ name: 'Thesis', weight: 3 }, { name: 'Colloquium' }],
      unitAmount: 36.5,
      timePlanId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(named('Analysis I')).not.toHaveProperty('unitName', expect.anything());
    expect(named('Systems I')).toMatchObject({
      status: 'DRAFT',
      description: 'Of computers.',
      capacity: 0,
      color: '#112233',
      moduleName: 'Systems',
      requiredAttendancePercentage: 66.5,
      unitAmount: 0,
      unitName: 'Hour',
      unitMinuteEquivalent: 60,
    });
    expect(named('Systems II')).toEqual({
      $typeName: 'lyceum.curricula.v1.ModuleVersion',
      id: id('moduleVersions/systems-2'),
      version: '2',
      name: 'Systems II',
      createdAt: NOW,
      updatedAt: NOW,
      ectsPoints: 0,
      courseModuleId: id('courseModules/systems'),
      status: 'ACTIVE',
      isDefault: false,
      examinationRequirements: [],
      unitAmount: 0,
      earlyAssessmentEnabled: false,
      isCurrentlyElectable: false,
      courseChatFileAttachmentsDefault: false,
      courseChatReadOnlyDefault: false,
    });
  });

  it('shows the connections of the items’ module versions, the required one as the parent', async () => {
    const { moduleConnections } = await get();
    const shown = moduleConnections.map(({ parentModuleVersionId, childModuleVersionId, studyPeriodId }) => [
      parentModuleVersionId,
      childModuleVersionId,
      studyPeriodId,
    ]);
    expect(shown).toHaveLength(2);
    expect(shown).toContainEqual([id('moduleVersions/analysis-1'), id('moduleVersions/systems-1'), undefined]);
    expect(shown).toContainEqual([id('moduleVersions/systems-1'), id('moduleVersions/systems-2'), 'p1']);
  });

  it('has empty lists for an empty version', async () => {
    const { version, ...lists } = await get('science', 'second');
    expect(version).toMatchObject({ isDefault: false });
    expect(version?.electionMode).toBeUndefined();
    for (const list of Object.values(lists).filter(Array.isArray)) expect(list).toEqual([]);
  });

  it('refuses anything that is not a version of the curriculum', async () => {
    const refusal = { code: 'CURRICULUM_VERSION_NOT_FOUND' };
    await expect(get('arts', 'first')).rejects.toMatchObject(refusal);
    for (const strange of [NOWHERE, 'x']) {
      ids = { ...ids, 'curriculaVersions/strange': strange, 'curricula/strange': strange };
      await expect(get('science', 'strange')).rejects.toMatchObject(refusal);
      await expect(get('strange', 'first')).rejects.toMatchObject(refusal);
    }
    call = service.call({ kind: 'operator', institutionId: randomUUID() });
    await expect(get()).rejects.toMatchObject(refusal);
  });
});
