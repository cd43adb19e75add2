import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestSystem } from '../../test/support/test-system.ts';
import { demoAs, type LooseBundle } from '../testing/bundles.ts';
import { importBundle } from './import-bundle.ts';

let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
});

afterAll(() => system?.stop());

/** Sections of curricula and continuing education, with the record counts of the demo bundle. */
const SECTIONS = {
  organizationTerms: 3,
  moduleGroups: 1,
  tags: 3,
  courseModules: 10,
  moduleVersions: 11,
  curricula: 2,
  curriculaVersions: 4,
  terms: 9,
  pathways: 3,
  moduleClusters: 2,
  items: 11,
  programs: 2,
  programVersions: 3,
  cohorts: 2,
};

function send(bundle: LooseBundle) {
  return importBundle({ bundle, call: (actor) => system.call(actor) });
}

/** The created and updated records of an import in these sections, without sections that have none. */
async function written(bundle: LooseBundle): Promise<Record<string, number[]>> {
  const { summaries } = await send(bundle);
  return Object.fromEntries(
    summaries
      .filter(({ section, created, updated }) => section in SECTIONS && created + updated > 0)
      .map(({ section, created, updated }) => [section, [created, updated]]),
  );
}

describe('the curricula of a bundle', () => {
  it('are imported with an id for each ref', async () => {
    const bundle = demoAs('curricula');
    expect(await written(bundle)).toEqual(
      Object.fromEntries(Object.entries(SECTIONS).map(([section, count]) => [section, [count, 0]])),
    );
    const { ids } = await send(bundle);
    const numbers = Object.keys(SECTIONS)
      .filter((section) => section !== 'moduleGroups' && section !== 'tags')
      .map((section) => [section, Object.keys(ids[section] ?? {}).length]);
    const { moduleGroups: _, tags: __, ...printed } = SECTIONS;
    expect(Object.fromEntries(numbers)).toEqual(printed);
    expect(new Set(Object.values(ids.items ?? {})).size).toBe(11);
  });

  it('are not written again and keep their ids', async () => {
    const bundle = demoAs('curricula-twice');
    const { ids } = await send(bundle);
    expect(await written(bundle)).toEqual({});
    expect((await send(bundle)).ids).toEqual(ids);
  });

  // biome-ignore format: a change, and what it writes.
  it.each<[string, (bundle: LooseBundle) => void, Record<string, number[]>]>([
    ['an offset', (b) => Object.assign(b.organizationTerms[0], { termStart: '2026-09-30T22:00:00Z' }), {}],
    ['an academic term', (b) => Object.assign(b.organizationTerms[0], { code: 'W' }), { organizationTerms: [0, 1] }],
    ['a module group', (b) => Object.assign(b.moduleGroups[0], { color: '#000000' }), { moduleGroups: [0, 1] }],
    ['a tag', (b) => Object.assign(b.tags[1], { icon: 'star' }), { tags: [0, 1] }],
    ['the order of translations', (b) => Object.assign(b.courseModules[0], { nameTranslations: { en: 'Calculus I', de: 'Analysis I' } }), {}],
    ['a module’s tags', (b) => b.courseModules[0].tags.pop(), { courseModules: [0, 1] }],
    ['a time plan', (b) => Object.assign(b.courseModules[0].versions[0].timePlan.items[0], { units: 25 }), { moduleVersions: [0, 1] }],
    ['requirements', (b) => Object.assign(b.courseModules[4].versions[0], { requires: [{ ref: 'mv10', studyPeriodId: 'p' }] }), { moduleVersions: [0, 1] }],
    ['a version and its requirements', (b) => Object.assign(b.courseModules[9].versions[0], { name: 'Other', requires: [] }), { moduleVersions: [0, 1] }],
    ['an item', (b) => Object.assign(b.curricula[0].versions[0].items[7], { moduleVersion: 'mv8', isCoreModule: true }), { curriculaVersions: [0, 1], items: [0, 1] }],
    ['a new pathway', (b) => b.curricula[0].versions[1].pathways.push({ ref: 'p-new', name: 'New', type: 'FIXED', position: 4 }), { curriculaVersions: [0, 1], pathways: [1, 0] }],
    ['the default version', (b) => { b.curricula[0].versions[0].isDefault = false; b.curricula[0].versions[1].isDefault = true; }, { curriculaVersions: [0, 2] }],
    ['a source cohort', (b) => Object.assign(b.curricula[0].versions[2], { sourceCohort: 'coh27' }), { curriculaVersions: [0, 1] }],
    ['no source cohort', (b) => delete b.curricula[0].versions[2].sourceCohort, { curriculaVersions: [0, 1] }],
  ])('are written only if changed: %s', async (name, change, expected) => {
    const bundle = demoAs(`curricula, ${name}`);
    await send(bundle);
    change(bundle);
    expect(await written(bundle)).toEqual(expected);
    expect(await written(bundle)).toEqual({});
  });

  it('can be imported concurrently', async () => {
    const results = await Promise.all(Array.from({ length: 6 }, () => send(demoAs('curricula-raced'))));
    expect(new Set(results.map(({ ids }) => JSON.stringify(ids))).size).toBe(1);
    expect(await written(demoAs('curricula-raced'))).toEqual({});
  });

  it('can exceed the limit of one request', async () => {
    const modules = Array.from({ length: 1100 }, (_, n) => ({
      ref: `m${n}`,
      name: `Module ${n}`,
      versions: [1, 2].map((version) => ({
        ref: `m${n}-${version}`,
        version: String(version),
        name: `Module ${n}`,
        ectsPoints: 5,
        requires: version === 2 ? [{ ref: `m${1099 - n}-1` }] : [],
      })),
    }));
    const curricula = Array.from({ length: 3 }, (_, c) => ({
      ref: `c${c}`,
      name: `Curriculum ${c}`,
      versions: [
        {
          ref: `c${c}-1`,
          version: '1',
          name: 'First',
          terms: [],
          pathways: [],
          moduleClusters: [],
          items: Array.from({ length: 6000 }, (_, i) => ({ ref: `c${c}-i${i}`, courseModule: `m${i % 1100}` })),
        },
      ],
    }));
    const bundle = { institution: { ref: 'many-modules', name: 'Many' }, courseModules: modules, curricula };
    const all = {
      courseModules: [1100, 0],
      moduleVersions: [2200, 0],
      curricula: [3, 0],
      curriculaVersions: [3, 0],
      items: [18_000, 0],
    };
    expect(await written(bundle)).toEqual(all);
    expect(await written(bundle)).toEqual({});
  });
});
