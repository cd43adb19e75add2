import { importRecords } from './import-records.ts';
import { importUsers } from './test-directory.ts';
import type { TestInstitution, TestSystem } from './test-system.ts';

/** A group as a bundle has it; its members are refs of people. */
export interface TestGroup {
  readonly ref: string;
  readonly name?: string;
  readonly members?: readonly string[];
}

export const person = (ref: string) => ({ ref, email: `${ref}@groups.example`, name: ref });
export const groupNo = (n: number) => ({ ref: `g${n}`, name: `Group ${String(n).padStart(2, '0')}` });

/** Imports groups; returns their ids. */
export async function importGroups({ operator }: TestInstitution, ...groups: readonly TestGroup[]): Promise<string[]> {
  return (await importRecords(operator, 'userGroups', groups)).map(({ id }) => id);
}

/** An institution of its own, with the people a, b and c. */
export async function threePeople(system: TestSystem): Promise<TestInstitution> {
  const institution = await system.newInstitution();
  await importUsers(institution, ['a', 'b', 'c'].map(person));
  return institution;
}
