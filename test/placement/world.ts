import { afterAll } from 'vitest';
import { databaseEnvironment } from '../support/placement/placed.ts';
import { newRecords, type Records } from '../support/records-of-a-tenant.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

/** An institution with its records. */
export interface School {
  readonly institution: TestInstitution;
  readonly records: Records;
}

/** A platform with two PostgreSQL servers, and an institution on each. */
export interface World {
  readonly system: TestSystem;
  /** The addresses of services and databases, for the command line. */
  readonly environment: Readonly<Record<string, string>>;
  /** On the first server. */
  readonly first: School;
  /** On the server `b`. */
  readonly placed: School;
}

/** Stops with the tests of the file, also if an institution cannot be made: a server of its own would stay. */
export async function startWorld(): Promise<World> {
  const system = await TestSystem.start({ platform: 'own', servers: ['b'] });
  afterAll(() => system.stop());
  const environment = { ...system.addresses, ...databaseEnvironment(system) };
  const schoolOn = async (server?: string): Promise<School> => {
    const institution = await system.newInstitution(undefined, server);
    return { institution, records: await newRecords(institution, { hours: ['04:00'], isArchived: false }) };
  };
  return { system, environment, first: await schoolOn(), placed: await schoolOn('b') };
}

/** Both schools, each with the other one. */
export function bothIn({ first, placed }: World) {
  return [
    ['on the first server', first, placed],
    ['on another server', placed, first],
  ] as const;
}
