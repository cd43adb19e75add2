import { randomUUID } from 'node:crypto';
import { idsOf, importRecords, type LooseRecords } from './import-records.ts';
import type { TestAnswer } from './test-messages.ts';
import { type TestInstitution, TestSystem, type TestSystemOptions } from './test-system.ts';

export type CurriculumRecords = LooseRecords;

/**
 * A version with pathways of which two share a position, an empty version, and a curriculum with neither code nor
 * versions.
 */
export const twoCurricula: CurriculumRecords = [
  {
    ref: 'science',
    name: 'Science',
    code: 'SC',
    isCohortSpecific: true,
    versions: [
      {
        ref: 'first',
        version: '1',
        name: 'First',
        isDefault: true,
        electionMode: 'ELECT_WHENEVER',
        electionStartWeeks: 6,
        electionEndWeeks: 0,
        pathways: [
          { ref: 'late', name: 'Late', type: 'SELECTABLE_FOCUS', position: 10 },
          { ref: 'early', name: 'Early', type: 'FIXED', position: 2, description: 'Text' },
          { ref: 'twin', name: 'Twin', type: 'FIXED', position: 2 },
        ],
      },
      { ref: 'second', version: '2', name: 'Second' },
    ],
  },
  { ref: 'arts', name: 'Arts', isArchived: true },
];

/** Imports curricula; `section/ref` → id. */
export async function importCurricula(
  { operator }: TestInstitution,
  records: CurriculumRecords,
): Promise<Record<string, string>> {
  return idsOf(await importRecords(operator, 'curricula', records));
}

/** A system with a school that has the two curricula, and another institution with the same ones. */
export class TestCurricula {
  readonly system: TestSystem;
  readonly school: TestInstitution;
  readonly other: TestInstitution;
  readonly #ids: ReadonlyMap<TestInstitution, Readonly<Record<string, string>>>;

  private constructor(
    system: TestSystem,
    school: readonly [TestInstitution, Readonly<Record<string, string>>],
    other: readonly [TestInstitution, Readonly<Record<string, string>>],
  ) {
    this.system = system;
    this.school = school[0];
    this.other = other[0];
    this.#ids = new Map([school, other]);
  }

  static async start(options: TestSystemOptions = {}): Promise<TestCurricula> {
    const system = await TestSystem.start(options);
    const withCurricula = async () => {
      const institution = await system.newInstitution();
      return [institution, await importCurricula(institution, twoCurricula)] as const;
    };
    return new TestCurricula(system, await withCurricula(), await withCurricula());
  }

  /** The id of an imported record: `curricula/science`. */
  id(name: string, institution: TestInstitution = this.school): string {
    const id = this.#ids.get(institution)?.[name];
    if (id === undefined) throw new Error(`no record ${name}`);
    return id;
  }

  /** `/curricula/{id}/versions/{versionId}` of a version. */
  versionPath(version = 'first', curriculum = 'science'): string {
    return `/curricula/${this.id(`curricula/${curriculum}`)}/versions/${this.id(`curriculaVersions/${version}`)}`;
  }

  /** Paths of a version of another curriculum, and of what is no version. */
  wrongVersionPaths(): string[] {
    const [id, versionId] = [this.id('curricula/science'), this.id('curriculaVersions/first')];
    return [
      [this.id('curricula/arts'), versionId],
      [versionId, versionId],
      ...[id, this.id('pathways/early'), randomUUID()].map((other) => [id, other]),
    ].map(([curriculum, version]) => `/curricula/${curriculum}/versions/${version}`);
  }

  /** Requests as the school. */
  get(path: string, query: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    return this.school.client.get(path, { query });
  }

  stop(): Promise<void> {
    return this.system.stop();
  }
}
