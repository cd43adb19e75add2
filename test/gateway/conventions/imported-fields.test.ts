import { afterAll, describe, expect, it } from 'vitest';
import { BundleFaults } from '../../../cli/import/fault.ts';
import { importBundle } from '../../../cli/import/import-bundle.ts';
import type { TestClient } from '../../support/test-client.ts';
import { TestSystem } from '../../support/test-system.ts';

/** Fields that only imports fill: what a bundle names, reads show. */
const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

const MODULE_FIELDS = {
  icon: 'network',
  iconType: 'material',
  banner: 'https://media.school.example/ds.jpg',
  attemptRules: { z: 1, a: [null, { '': -0.5 }], __proto: 'kept', '1': {} },
  courseFeatureDefaults: {},
  earlyAssessmentEnabled: true,
  isCurrentlyElectable: true,
  courseChatFileAttachmentsDefault: true,
  courseChatReadOnlyDefault: true,
};
const NO_MODULE_FIELDS = {
  icon: null,
  iconType: null,
  banner: null,
  attemptRules: null,
  courseFeatureDefaults: null,
  earlyAssessmentEnabled: false,
  isCurrentlyElectable: false,
  courseChatFileAttachmentsDefault: false,
  courseChatReadOnlyDefault: false,
};

interface Parts {
  /** Of the module that another one requires. */
  readonly module?: object;
  readonly program?: object;
  readonly version?: object;
  readonly term?: object;
}

let schools = 0;

/** A school of its own, which imports a bundle with the given fields. */
async function newSchool() {
  const ref = `school-${schools++}`;
  const importing = async (parts: Parts) => {
    const imported = await importBundle({ bundle: bundleOf(ref, parts), call: (actor) => system.call(actor) });
    const changed = imported.summaries.reduce((sum, { created, updated }) => sum + created + updated, 0);
    return { ...imported, changed };
  };
  const first = await importing({});
  const client = await system.newClient(first.institutionId);
  const idOf = (section: string, name: string) => String(first.ids[section]?.[name]);
  const paths = {
    program: `/continuing-education/${idOf('programs', 'p')}`,
    version: `/continuing-education/${idOf('programs', 'p')}/versions/${idOf('programVersions', 'pv')}`,
    detail: `/curricula/${idOf('curricula', 'c')}/versions/${idOf('curriculaVersions', 'cv')}`,
  };
  return { importing, client, paths };
}

function bundleOf(ref: string, { module = {}, program = {}, version = {}, term = {} }: Parts): object {
  const day = (date: string) => `${date}T00:00:00Z`;
  const terms = [{ term: 't', organizationTerm: 'ws', ...term }];
  const cohort = { ref: 'co', name: 'C', startDate: day('2026-10-01'), endDate: day('2027-09-30'), terms };
  return {
    institution: { ref, name: ref },
    organizationTerms: [{ ref: 'ws', name: 'WS', termStart: day('2026-10-01'), termEnd: day('2027-03-31') }],
    courseModules: [
      { ref: 'm', name: 'M', versions: [{ ref: 'mv', version: '1', name: 'M', ectsPoints: 5, ...module }] },
      {
        ref: 'n',
        name: 'N',
        versions: [{ ref: 'nv', version: '1', name: 'N', ectsPoints: 5, requires: [{ ref: 'mv' }] }],
      },
    ],
    curricula: [
      {
        ref: 'c',
        name: 'C',
        versions: [
          {
            ref: 'cv',
            version: '1',
            name: 'C',
            terms: [{ ref: 't', name: 'T', position: 1 }],
            items: [{ ref: 'i', courseModule: 'n', moduleVersion: 'nv', term: 't' }],
          },
        ],
      },
    ],
    programs: [
      {
        ref: 'p',
        name: 'P',
        ...program,
        versions: [{ ref: 'pv', name: 'V', cohorts: [{ ...cohort, curriculaVersion: 'cv' }], ...version }],
      },
    ],
  };
}

const read = async (client: TestClient, path: string) => (await client.get(path)).body.data;

async function moduleOf(client: TestClient, path: string) {
  const { curriculaVersionItems } = await read(client, path);
  return curriculaVersionItems[0].courseModuleVersion.childConnections[0].parentModuleVersion;
}

async function termOf(client: TestClient, path: string) {
  return (await read(client, path)).curriculaVersionTerms[0].cohortCurriculaVersionTerm[0];
}

describe('200', () => {
  it('module versions: as given, until null clears them', async () => {
    const { importing, client, paths } = await newSchool();
    expect(await moduleOf(client, paths.detail)).toMatchObject(NO_MODULE_FIELDS);
    const { headers } = await client.get(paths.detail);
    expect((await importing({ module: MODULE_FIELDS })).changed).toBe(1);
    const shown = await moduleOf(client, paths.detail);
    expect(shown).toMatchObject(MODULE_FIELDS);
    expect(JSON.stringify(shown.attemptRules)).toBe(JSON.stringify(MODULE_FIELDS.attemptRules));
    expect((await client.get(paths.detail, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).toBe(
      200,
    );
    expect((await importing({ module: MODULE_FIELDS })).changed).toBe(0);
    expect((await importing({})).changed).toBe(0);
    expect(await moduleOf(client, paths.detail)).toEqual(shown);
    const nulls = Object.fromEntries(Object.keys(MODULE_FIELDS).map((name) => [name, null]));
    expect((await importing({ module: nulls })).changed).toBe(1);
    expect(await moduleOf(client, paths.detail)).toMatchObject(NO_MODULE_FIELDS);
  });

  it('programs and their versions: as given, until null clears them', async () => {
    const { importing, client, paths } = await newSchool();
    const program = { defaultTuitionFeePlanId: 'fees/2026', statisticData: { b: 1, a: 2 } };
    const version = { statisticData: { graduates: { 2025: 12 } } };
    const none = { statisticData: null, defaultTuitionFeePlanId: null };
    expect(await read(client, paths.program)).toMatchObject(none);
    expect((await importing({ program, version })).changed).toBe(2);
    const always = { hasStatistics: false, studyProgramMetadata: null };
    const shown = await read(client, paths.program);
    expect(shown).toMatchObject({ ...program, ...always, firstVersion: version, defaultVersion: version });
    expect(JSON.stringify(shown.statisticData)).toBe('{"b":1,"a":2}');
    expect((await client.get('/continuing-education')).body.data).toEqual([shown]);
    expect(await read(client, paths.version)).toMatchObject(version);
    expect((await importing({ program, version })).changed).toBe(0);
    expect((await importing({})).changed).toBe(0);
    await importing({ program: none, version: { statisticData: null } });
    expect(await read(client, paths.program)).toMatchObject({ ...none, firstVersion: { statisticData: null } });
  });

  it('a PATCH of a version keeps its data', async () => {
    const { importing, client, paths } = await newSchool();
    await importing({ version: { statisticData: { kept: true } } });
    const answer = await client.patch(paths.version, { name: 'Renamed' });
    expect([answer.status, answer.body.data.statisticData]).toEqual([200, { kept: true }]);
  });

  it('terms of a cohort: as given; another status is no other term', async () => {
    const { importing, client, paths } = await newSchool();
    const before = await termOf(client, paths.detail);
    expect(before.cohortStudyTimelineStatus).toBeNull();
    for (const cohortStudyTimelineStatus of [{ phase: 'lectures' }, { phase: 'exams', week: 3 }, null]) {
      await importing({ term: { cohortStudyTimelineStatus } });
      expect(await termOf(client, paths.detail)).toEqual({ ...before, cohortStudyTimelineStatus });
      expect((await importing({ term: { cohortStudyTimelineStatus } })).changed).toBe(0);
    }
    await importing({ term: { cohortStudyTimelineStatus: { phase: 'exams' } } });
    await importing({});
    expect((await termOf(client, paths.detail)).cohortStudyTimelineStatus).toBeNull();
  });
});

describe('a bundle with a fault is refused, with its pointer', () => {
  const MODULE = '/courseModules/0/versions/0';
  const sized = (bytes: number) => ({ text: `${'ä'.repeat((bytes - 12) / 2)}x` });
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });

  it.each<[string, Parts, string]>([
    ['an array for an object', { module: { attemptRules: [] } }, `${MODULE}/attemptRules`],
    ['a text for an object', { program: { statisticData: '{}' } }, '/programs/0/statisticData'],
    ['an object of more than 16 KiB', { module: { attemptRules: sized(16 * 1024 + 2) } }, `${MODULE}/attemptRules`],
    ['65 levels', { module: { courseFeatureDefaults: nested(65) } }, `${MODULE}/courseFeatureDefaults`],
    ['U+0000', { version: { statisticData: { a: ['\0'] } } }, '/programs/0/versions/0/statisticData'],
    ['a lone surrogate in a name', { program: { statisticData: { '\ud800': 1 } } }, '/programs/0/statisticData'],
    [
      'a number beyond all',
      { program: { statisticData: { a: Number.POSITIVE_INFINITY } } },
      '/programs/0/statisticData',
    ],
    ['a long id', { program: { defaultTuitionFeePlanId: 'x'.repeat(256) } }, '/programs/0/defaultTuitionFeePlanId'],
    ['an empty id', { program: { defaultTuitionFeePlanId: '' } }, '/programs/0/defaultTuitionFeePlanId'],
    ['a flag that is none', { module: { isCurrentlyElectable: 'yes' } }, `${MODULE}/isCurrentlyElectable`],
    [
      'a status that is no object',
      { term: { cohortStudyTimelineStatus: 1 } },
      '/programs/0/versions/0/cohorts/0/terms/0/cohortStudyTimelineStatus',
    ],
  ])('%s', async (_, parts, pointer) => {
    const { importing, client, paths } = await newSchool();
    const fault = await importing(parts).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(BundleFaults);
    expect((fault as BundleFaults).faults.map((each) => each.pointer)).toEqual([pointer]);
    expect(await read(client, paths.program)).toMatchObject({ statisticData: null, defaultTuitionFeePlanId: null });
  });

  it('none: 16 KiB of JSON without blanks, 64 levels, 255 characters', async () => {
    const { importing, client, paths } = await newSchool();
    const attemptRules = sized(16 * 1024);
    expect(Buffer.byteLength(JSON.stringify(attemptRules))).toBe(16 * 1024);
    const parts = {
      module: { attemptRules, courseFeatureDefaults: nested(64) },
      program: { defaultTuitionFeePlanId: '💡'.repeat(255) },
    };
    await importing(parts);
    expect(await moduleOf(client, paths.detail)).toMatchObject(parts.module);
    expect(await read(client, paths.program)).toMatchObject(parts.program);
  });
});
