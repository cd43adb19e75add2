import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesOf, type Ids, idsOf, importRecords, type LooseRecords } from '../../../dev/testing/import-records.ts';
import { publishedEvents } from '../../../dev/testing/published-events.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { curricula } from '../service.ts';
import { groundCurricula } from '../testing/curricula.ts';
import { groundModules, importGround } from '../testing/import-curricula.ts';

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

function everything() {
  return Promise.all(['course_modules', 'module_versions', 'course_module_tags', 'outbox'].map(rows));
}

describe('an import of modules', () => {
  it('writes nothing when a batch is repeated', async () => {
    const before = await everything();
    service.clock.advance(1000);
    const again = await importModules(groundModules());
    expect(changesOf(again)).toEqual({});
    expect(idsOf(again)).toEqual(
      Object.fromEntries(Object.entries(ids).filter(([name]) => /^(course|moduleV)/.test(name))),
    );
    expect(await everything()).toEqual(before);
  });

  it('recognises unchanged translations in any order, and their absence', async () => {
    const reversed = withAnalysis({ nameTranslations: { de: 'Analysis', en: 'Calculus' } });
    expect(changesOf(await importModules(reversed))).toEqual({});
    const without = withAnalysis({ nameTranslations: {} });
    expect(changesOf(await importModules(without))).toEqual({ 'courseModules/analysis': 'updated' });
    expect((await rows('course_modules'))[0]?.name_translations).toBeNull();
  });

  it.each<[string, object, string]>([
    ['a name', { name: 'Other' }, 'name'],
    ['a status', { status: 'ARCHIVED' }, 'status'],
    ['a description', { description: 'Text' }, 'description'],
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

  it('moves the default from one version to another, also to a new one', async () => {
    const version = { version: '2', name: 'Analysis II', isDefault: true };
    await importModules(withAnalysis({ versions: [{ ref: 'analysis-2', ...version }] }));
    const defaults = async () => (await rows('module_versions')).filter((row) => row.is_default).map(({ ref }) => ref);
    expect(await defaults()).toEqual(['analysis-2']);
    await importModules(groundModules());
    expect(await defaults()).toEqual(['analysis-1']);
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

  it('serialises concurrent imports', async () => {
    institutionId = randomUUID();
    call = service.call({ kind: 'operator', institutionId });
    const all = await Promise.all(Array.from({ length: 8 }, () => importGround(call)));
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await rows('module_versions')).toHaveLength(3);
  });

  it('names every violation of a batch, and writes nothing', async () => {
    const [analysis] = groundModules();
    const twice = [
      analysis,
      {
        ...analysis,
        versions: [
          { ref: 'x', version: '1', name: 'X', isDefault: true },
          { ref: 'x', version: '2', name: 'X', isDefault: true },
        ],
      },
    ];
    await expect(importModules(twice as LooseRecords)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [
        { pointer: '/courseModules/1/ref' },
        { pointer: '/courseModules/1/versions/1/ref' },
        { pointer: '/courseModules/1/versions/1/isDefault' },
      ],
    });
    const strange = withAnalysis({ tags: ['core', 'x', 'y'] });
    await expect(importModules(strange)).rejects.toMatchObject({
      violations: [
        { pointer: '/courseModules/0/tags/1', code: 'invalid_reference' },
        { pointer: '/courseModules/0/tags/2', code: 'invalid_reference' },
      ],
    });
  });

  it('refuses another institution’s tags', async () => {
    call = service.call({ kind: 'operator', institutionId: randomUUID() });
    await expect(importModules(groundModules())).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it('relies on the database to reject a second default version of a module', async () => {
    const second = service.sql('UPDATE module_versions SET is_default = true WHERE institution_id = $1', [
      institutionId,
    ]);
    await expect(second).rejects.toMatchObject({ constraint: 'module_versions_default' });
  });
});
