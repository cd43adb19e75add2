import { ImportService } from '../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { bundle, idsOf, type Records } from '../../services/locations/testing/bundle.ts';
import type { TestAnswer } from './test-messages.ts';
import { type TestInstitution, TestSystem } from './test-system.ts';

/** An institution with the ids of its locations and rooms. */
type Places = readonly [TestInstitution, Readonly<Record<string, string>>];

/** A system with a school that has locations and rooms, and another institution with the same ones. */
export class TestPlaces {
  readonly system: TestSystem;
  readonly school: TestInstitution;
  readonly other: TestInstitution;
  readonly #ids: ReadonlyMap<TestInstitution, Readonly<Record<string, string>>>;

  private constructor(system: TestSystem, [school, other]: readonly [Places, Places]) {
    this.system = system;
    this.school = school[0];
    this.other = other[0];
    this.#ids = new Map([school, other]);
  }

  static async start(): Promise<TestPlaces> {
    const system = await TestSystem.start();
    const withPlaces = async () => {
      const institution = await system.newInstitution();
      return [institution, await importInto(institution, bundle)] as const;
    };
    return new TestPlaces(system, [await withPlaces(), await withPlaces()]);
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
export async function importInto(institution: TestInstitution, records: Records): Promise<Record<string, string>> {
  return idsOf((await institution.operator(ImportService.method.importLocations, { records })).records);
}

/** The operations on locations and rooms, each with the path of a record of the school. */
export const placePaths: readonly [operation: string, path: (places: TestPlaces) => string][] = [
  ['GET /locations', () => '/locations'],
  ['GET /locations/{id}', (places) => `/locations/${places.id('locations/harbour')}`],
  ['GET /locations/{id}/rooms', (places) => `/locations/${places.id('locations/harbour')}/rooms`],
  ['GET /rooms', () => '/rooms'],
  ['GET /rooms/free', () => '/rooms/free?from=2026-10-12T08:00:00Z&to=2026-10-12T09:30:00Z'],
  ['GET /rooms/{id}', (places) => `/rooms/${places.id('rooms/hall')}`],
];
