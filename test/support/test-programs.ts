import { randomUUID } from 'node:crypto';
import { type Ids, idsOf, importRecords, type LooseRecords } from './import-records.ts';
import { importCurricula } from './test-curricula.ts';
import { importUsers } from './test-directory.ts';
import type { TestAnswer } from './test-messages.ts';
import { type TestInstitution, TestSystem, type TestSystemOptions } from './test-system.ts';

export type ProgramRecords = LooseRecords;

/** The fields of a program, in the order of responses: those left out without a value come last. */
export const programFields = [
  'id',
  'name',
  'institutionId',
  'objective',
  'isArchived',
  'code',
  'statisticData',
  'defaultTuitionFeePlanId',
  'hasCohorts',
  'hasStatistics',
  'type',
  'studyProgramVersion',
  'responsibleUsers',
  'connectedCurricula',
  'firstVersion',
  'defaultVersion',
  'versionsCount',
  'cohortsCount',
  'studyProgramMetadata',
  'defaultStudyTime',
];

/** The fields of a version, in the same order; a single version has `cohorts` after them. */
export const programVersionFields = ['id', 'name', 'institutionId', 'studyProgramId', 'isDefault', 'statisticData'];

/** Imports programs; `section/ref` → id. */
export async function importPrograms({ operator }: TestInstitution, records: ProgramRecords): Promise<Ids> {
  return idsOf(await importRecords(operator, 'programs', records));
}

/**
 * The records programs refer to, a program with two versions, two cohorts, two curricula and three users, and one with
 * almost nothing.
 */
async function importAll(institution: TestInstitution): Promise<Ids> {
  const curricula = await importCurricula(institution, [
    {
      ref: 'modular',
      name: 'Modular',
      code: 'MO',
      versions: [{ ref: 'm1', version: '1', name: 'M1', isDefault: true }],
    },
    { ref: 'free', name: 'Free', isCohortSpecific: true },
    { ref: 'old', name: 'Old', isArchived: true },
  ]);
  const users = await importUsers(institution, responsible);
  const records: ProgramRecords = [
    {
      ref: 'care',
      name: 'Care',
      code: 'CE-1',
      objective: 'To care',
      defaultStudyTime: 12,
      hasCohorts: true,
      type: 'CERTIFICATE',
      isArchived: true,
      responsibleUsers: users,
      curricula: ['modular', 'free'],
      versions: [
        { ref: 'care-26', name: '2026', cohorts: cohorts() },
        { ref: 'care-27', name: '2027', isDefault: true },
      ],
    },
    { ref: 'data', name: 'Data', versions: [{ ref: 'data-1', name: 'Data' }] },
  ];
  const byRef = Object.fromEntries(responsible.map(({ ref }, n) => [`users/${ref}`, users[n] ?? '']));
  return { ...curricula, ...byRef, ...(await importPrograms(institution, records)) };
}

/** In the expected order of names: Ä next to A, regardless of case, and before Z. */
const responsible = [
  { ref: 'zoe', email: 'zoe@school.example', name: 'Zoe' },
  { ref: 'aenne', email: 'aenne@school.example', name: 'Änne', image: 'https://x.example/a' },
  { ref: 'bea', email: 'bea@school.example', name: 'bea', isArchived: true },
];

function cohorts() {
  const year = { startDate: '2027-04-01T00:00:00.000Z', endDate: '2028-03-31T00:00:00.000Z', curriculaVersion: 'm1' };
  return [
    { ...year, ref: 'spring', name: 'Spring', hasDisconnectedFromCurricula: true, isArchived: true },
    {
      ...year,
      ref: 'autumn',
      name: 'Autumn',
      startDate: '2026-10-01T00:00:00.000Z',
      originalCurriculaVersion: 'm1',
    },
  ];
}

/** A system with a school that has the two programs, and another institution with the same ones. */
export class TestPrograms {
  readonly system: TestSystem;
  readonly school: TestInstitution;
  readonly other: TestInstitution;
  readonly #ids: ReadonlyMap<TestInstitution, Ids>;

  private constructor(
    system: TestSystem,
    school: readonly [TestInstitution, Ids],
    other: readonly [TestInstitution, Ids],
  ) {
    this.system = system;
    this.school = school[0];
    this.other = other[0];
    this.#ids = new Map([school, other]);
  }

  static async start(options: TestSystemOptions = {}): Promise<TestPrograms> {
    const system = await TestSystem.start(options);
    const withPrograms = async () => {
      const institution = await system.newInstitution();
      return [institution, await importAll(institution)] as const;
    };
    return new TestPrograms(system, await withPrograms(), await withPrograms());
  }

  /** The id of an imported record: `programs/care`. */
  id(name: string, institution: TestInstitution = this.school): string {
    const id = this.#ids.get(institution)?.[name];
    if (id === undefined) throw new Error(`no record ${name}`);
    return id;
  }

  /** `/continuing-education/{id}` of a program. */
  path(program = 'care'): string {
    return `/continuing-education/${this.id(`programs/${program}`)}`;
  }

  /** `/continuing-education/{id}/versions/{versionId}` of a version. */
  versionPath(version = 'care-26', program = 'care'): string {
    return `${this.path(program)}/versions/${this.id(`programVersions/${version}`)}`;
  }

  /** Paths of a version of another program, and of what is no version. */
  wrongVersionPaths(): string[] {
    const [id, versionId] = [this.id('programs/care'), this.id('programVersions/care-26')];
    return [
      [this.id('programs/data'), versionId],
      [versionId, versionId],
      ...[id, this.id('cohorts/autumn'), randomUUID()].map((other) => [id, other]),
    ].map(([program, version]) => `/continuing-education/${program}/versions/${version}`);
  }

  /**
   * Creates a program through the gateway; returns the paths of the program, of its versions, and of its first version.
   */
  async create(): Promise<{ id: string; path: string; versions: string; first: string }> {
    const { data } = (await this.school.client.post('/continuing-education', { name: 'Care' })).body;
    const path = `/continuing-education/${data.id}`;
    return { id: data.id, path, versions: `${path}/versions`, first: `${path}/versions/${data.firstVersion.id}` };
  }

  /** Requests as the school. */
  get(path: string, query: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    return this.school.client.get(path, { query });
  }

  stop(): Promise<void> {
    return this.system.stop();
  }
}
