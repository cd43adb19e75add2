import { idsOf, importRecords, type LooseRecords } from './import-records.ts';
import { bundle } from './locations/bundle.ts';
import type { TestAnswer } from './test-messages.ts';
import { type TestInstitution, TestSystem } from './test-system.ts';

/** An institution with the ids of its locations and rooms. */
type InstitutionWithIds = readonly [TestInstitution, Readonly<Record<string, string>>];

/** A system with a school that has locations and rooms, and another institution with the same ones. */
export class TestLocations {
  readonly system: TestSystem;
  readonly school: TestInstitution;
  readonly other: TestInstitution;
  readonly #ids: ReadonlyMap<TestInstitution, Readonly<Record<string, string>>>;

  private constructor(system: TestSystem, [school, other]: readonly [InstitutionWithIds, InstitutionWithIds]) {
    this.system = system;
    this.school = school[0];
    this.other = other[0];
    this.#ids = new Map([school, other]);
  }

  static async start(): Promise<TestLocations> {
    const system = await TestSystem.start();
    const withLocations = async () => {
      const institution = await system.newInstitution();
      return [institution, await importInto(institution, bundle)] as const;
    };
    return new TestLocations(system, [await withLocations(), await withLocations()]);
  }

  /** The id of an imported record: `locations/hill`. */
  id(name: string, institution: TestInstitution = this.school): string {
    const id = this.#ids.get(institution)?.[name];
    if (id === undefined) throw new Error(`no record ${name}`);
    return id;
  }

  /** Requests as the school. */
  get(path: string, query: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    return this.school.client.get(path, { query });
  }
}

/** Imports locations; `section/ref` → id. */
export async function importInto(institution: TestInstitution, records: LooseRecords): Promise<Record<string, string>> {
  return idsOf(await importRecords(institution.operator, 'locations', records));
}
