import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { groundCurricula } from '../../../test/support/curricula/curricula.ts';
import { groundModules, importGround } from '../../../test/support/curricula/import-curricula.ts';
import { changesOf, type Ids, importRecords, type LooseRecords } from '../../../test/support/import-records.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
import { curricula } from '../service.ts';

let service: TestService;
let institutionId: string;
let call: Call;
let ids: Ids;

beforeAll(async () => {
  service = await startTestService(curricula, { service: 'own' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  institutionId = randomUUID();
  call = service.call({ kind: 'operator', institutionId });
  ids = await importGround(call);
});

function importModules(records: LooseRecords) {
  return importRecords(call, 'courseModules', records);
}

function withAnalysis(change: object): LooseRecords {
  const [analysis, systems] = groundModules();
  return [{ ...analysis, ...change }, systems] as LooseRecords;
}

function withAnalysisVersion(change: object): LooseRecords {
  const [analysis] = groundModules();
  return withAnalysis({ versions: [{ ...analysis?.versions?.[0], ...change }] });
}

/** Each row with its system column, which differs after a row is written again, even with the same values. */
function rows(table: string): Promise<{ ref: string; [column: string]: unknown }[]> {
  return service.sql(`SELECT *, xmin::text FROM ${table} WHERE institution_id = $1 ORDER BY id`, [institutionId]);
}

describe('an import of modules', () => {
  it('recognises unchanged translations in any order, and their absence', async () => {
    const reversed = withAnalysis({ nameTranslations: { de: 'Analysis', en: 'Calculus' } });
    expect(changesOf(await importModules(reversed))).toEqual({});
    const without = withAnalysis({ nameTranslations: {} });
    expect(changesOf(await importModules(without))).toEqual({ 'courseModules/analysis': 'updated' });
    expect((await rows('course_modules'))[0]?.name_translations).toBeNull();
  });

  it.each<[string, object, string]>([
    ['an attendance', { requiredAttendancePercentage: 12.25 }, 'required_attendance_percentage'],
    ['the examinations', { examinationRequirements: [{ name: 'Colloquium' }] }, 'examination_requirements'],
    ['a unit', { timePlan: { unitName: 'Hour', items: [] } }, 'unit_name'],
  ])('updates only the version whose %s has changed', async (_, change, column) => {
    const before = await rows('module_versions');
    service.clock.advance(1000);
    expect(changesOf(await importModules(withAnalysisVersion(change)))).toEqual({
      'moduleVersions/analysis-1': 'updated',
    });
    const after = await rows('module_versions');
    expect(after[0]?.[column]).not.toEqual(before[0]?.[column]);
    expect(after.slice(1)).toEqual(before.slice(1));
  });

  it('keeps the id of a time plan as long as it exists', async () => {
    const planId = async () => (await rows('module_versions')).find(({ ref }) => ref === 'analysis-1')?.time_plan_id;
    const first = await planId();
    await importModules(withAnalysisVersion({ timePlan: { items: [{ name: 'Talks', units: 0.1 }] } }));
    expect(await planId()).toBe(first);
    await importModules(withAnalysisVersion({ timePlan: undefined }));
    expect(await planId()).toBe(first);
    await importModules(withAnalysisVersion({ timePlan: null }));
    expect(await planId()).toBeNull();
    await importModules(withAnalysisVersion({}));
    expect(await planId()).not.toBe(first);
  });

  it('removes the tags that a module no longer names, and keeps the links of the others', async () => {
    const before = await rows('course_module_tags');
    const imported = await importModules(withAnalysis({ tags: ['core'] }));
    expect(changesOf(imported)).toEqual({ 'courseModules/analysis': 'updated' });
    expect(await rows('course_module_tags')).toEqual(before.filter((link) => link.tag_id === ids['tags/core']));
  });

  it('moves a version to another module, keeping its id; items of the previous one no longer reference it', async () => {
    await importRecords(call, 'curricula', groundCurricula());
    const [, systems] = groundModules();
    const moved = groundModules()[0]?.versions?.[0];
    const records = [{ ...systems, versions: [{ ...moved, isDefault: false }] }] as LooseRecords;
    expect(changesOf(await importModules(records))).toEqual({ 'moduleVersions/analysis-1': 'updated' });
    const science = (await rows('curricula')).find(({ ref }) => ref === 'science');
    expect((await publishedEvents(service, 'institution_id', institutionId)).slice(2)).toEqual([
      ['CurriculumUpdated', science?.id, null],
    ]);
    const items = await rows('curriculum_items');
    expect(items.find(({ ref }) => ref === 'i3')?.module_version_id).toBeNull();
    expect(items.find(({ ref }) => ref === 'i1')?.module_version_id).toBe(ids['moduleVersions/systems-1']);
  });
});
