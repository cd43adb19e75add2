import { ImportService } from '../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { bundle, idsOf, type Records } from '../../services/locations/testing/bundle.ts';
import type { TestAnswer } from './test-client.ts';
import { type TestInstitution, TestSystem } from './test-system.ts';

/** A system with a school that has places, and with another institution. */
export class TestPlaces {
  readonly system: TestSystem;
  readonly school: TestInstitution;
  readonly other: TestInstitution;
  readonly #ids: Readonly<Record<string, string>>;

  private constructor(
    system: TestSystem,
    school: TestInstitution,
    other: TestInstitution,
    ids: Readonly<Record<string, string>>,
  ) {
    this.system = system;
    this.school = school;
    this.other = other;
    this.#ids = ids;
  }

  static async start(): Promise<TestPlaces> {
    const system = await TestSystem.start();
    const [school, other] = await Promise.all([system.newInstitution(), system.newInstitution()]);
    return new TestPlaces(system, school, other, await importInto(school, bundle));
  }

  /** The id of a record of the school: `locations/hill`. */
  id(name: string): string {
    const id = this.#ids[name];
    if (id === undefined) throw new Error(`no record ${name}`);
    return id;
  }

  /** Asks as the school. */
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

/** The operations on places, each with the path of a record that the school has. */
export const placePaths: readonly [operation: string, path: (places: TestPlaces) => string][] = [
  ['GET /locations', () => '/locations'],
  ['GET /locations/{id}', (places) => `/locations/${places.id('locations/harbour')}`],
  ['GET /locations/{id}/rooms', (places) => `/locations/${places.id('locations/harbour')}/rooms`],
  ['GET /rooms', () => '/rooms'],
  ['GET /rooms/{id}', (places) => `/rooms/${places.id('rooms/hall')}`],
];
