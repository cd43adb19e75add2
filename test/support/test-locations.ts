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

  stop(): Promise<void> {
    return this.system.stop();
  }
}

/** Imports locations; `section/ref` → id. */
export async function importInto(institution: TestInstitution, records: LooseRecords): Promise<Record<string, string>> {
  return idsOf(await importRecords(institution.operator, 'locations', records));
}

/** The operations on locations and rooms, each with the path of a record of the school. */
export const locationPaths: readonly [operation: string, path: (locations: TestLocations) => string][] = [
  ['GET /locations', () => '/locations'],
  ['GET /locations/{id}', (locations) => `/locations/${locations.id('locations/harbour')}`],
  ['GET /locations/{id}/rooms', (locations) => `/locations/${locations.id('locations/harbour')}/rooms`],
  ['GET /rooms', () => '/rooms'],
  ['GET /rooms/free', () => '/rooms/free?from=2026-10-12T08:00:00Z&to=2026-10-12T09:30:00Z'],
  ['GET /rooms/{id}', (locations) => `/rooms/${locations.id('rooms/hall')}`],
];
