import { describe, expect, it } from 'vitest';
import { demoAs, type LooseBundle } from '../../test/support/cli/bundles.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { importBundle } from './import-bundle.ts';

const system = await TestSystem.start();

/** The created and updated records of an import, without the institution and sections that have none. */
async function written(bundle: LooseBundle): Promise<Record<string, number[]>> {
  const { summaries } = await importBundle({ bundle, call: (actor) => system.call(actor) });
  return Object.fromEntries(
    summaries
      .filter(({ section, created, updated }) => section !== 'institution' && created + updated > 0)
      .map(({ section, created, updated }) => [section, [created, updated]]),
  );
}

describe('references to records of later sections', () => {
  it.each<[string, (bundle: LooseBundle) => void, Record<string, number[]>]>([
    [
      'requirements',
      (b) => Object.assign(b.courseModules[4].versions[0], { requires: [{ ref: 'mv9', studyPeriodId: 'p' }] }),
      { moduleVersions: [0, 1] },
    ],
    [
      'a source cohort',
      (b) => Object.assign(b.curricula[0].versions[2], { sourceCohort: 'coh27' }),
      { curriculaVersions: [0, 1] },
    ],
    [
      'no source cohort',
      (b) => Object.assign(b.curricula[0].versions[2], { sourceCohort: null }),
      { curriculaVersions: [0, 1] },
    ],
  ])('are written if they change: %s', async (name, change, expected) => {
    const bundle = demoAs(`curricula, ${name}`);
    await written(bundle);
    change(bundle);
    expect(await written(bundle)).toEqual(expected);
    expect(await written(bundle)).toEqual({});
  });

  it('may be in other batches', async () => {
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
    const version = { ref: 'c-1', version: '1', name: 'First', terms: [], pathways: [], moduleClusters: [] };
    const items = Array.from({ length: 6000 }, (_, i) => ({ ref: `i${i}`, courseModule: `m${i % 1100}` }));
    const curricula = [{ ref: 'c', name: 'Curriculum', versions: [{ ...version, items }] }];
    const bundle = { institution: { ref: 'many-modules', name: 'Many' }, courseModules: modules, curricula };
    expect(await written(bundle)).toEqual({
      courseModules: [1100, 0],
      moduleVersions: [2200, 0],
      curricula: [1, 0],
      curriculaVersions: [1, 0],
      items: [6000, 0],
    });
    expect(await written(bundle)).toEqual({});
  });

  it('may turn round between batches, but not lead back over what is stored', async () => {
    const version = (n: number, ...requires: number[]) => ({
      ref: `m${n}`,
      name: `Module ${n}`,
      versions: [
        {
          ref: `m${n}-1`,
          version: '1',
          name: 'First',
          ectsPoints: 5,
          requires: requires.map((m) => ({ ref: `m${m}-1` })),
        },
      ],
    });
    const modules = Array.from({ length: 600 }, (_, n) => version(n));
    const bundle: LooseBundle = { institution: { ref: 'turned', name: 'Turned' }, courseModules: modules };
    modules[599] = version(599, 0);
    await written(bundle);
    [modules[0], modules[599]] = [version(0, 599), version(599)];
    expect(await written(bundle)).toEqual({ moduleVersions: [0, 2] });
    const later: LooseBundle = { ...bundle, courseModules: [modules[0], modules[1], version(599, 1)] };
    expect(await written(later)).toEqual({ moduleVersions: [0, 1] });
    const back: LooseBundle = structuredClone({ ...bundle, courseModules: [modules[0], version(1, 0), modules[599]] });
    delete back.courseModules[0].versions[0].requires;
    delete back.courseModules[2].versions[0].requires;
    await expect(written(back)).rejects.toMatchObject({
      faults: [
        { pointer: '/courseModules/1/versions/0/requires/0/ref', message: expect.stringContaining('over others') },
      ],
    });
  });
});
