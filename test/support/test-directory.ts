import { randomUUID } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { InstitutionService, type SettingsChangeSchema } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { importRecords, type LooseRecords } from './import-records.ts';
import type { TestClient } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';
import type { TestInstitution } from './test-system.ts';

type UserRecords = LooseRecords;

/** The fields of a user, in the order of responses. */
export const userFields = [
  'id',
  'email',
  'name',
  'firstName',
  'lastName',
  'image',
  'code',
  'isArchived',
  'createdAt',
  'updatedAt',
  'erasedAt',
];

/** A user whose fields are all null. */
export const withoutFields = Object.fromEntries(userFields.map((name) => [name, null]));

/** An unused email address. */
export function newEmail(): string {
  return `${randomUUID()}@school.example`;
}

/** A user created by a client. */
export interface TestUser {
  readonly id: string;
  readonly path: string;
  readonly etag: string;
  // biome-ignore lint/suspicious/noExplicitAny: the response's untyped JSON.
  readonly data: any;
}

/** Creates a user through the gateway. */
export async function newUser(client: TestClient, body: object = {}): Promise<TestUser> {
  const answer = await client.post('/users', { email: newEmail(), name: 'Somebody', ...body });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return userOf(answer);
}

/** The user in a response. */
export function userOf(answer: TestAnswer): TestUser {
  const { data } = answer.body;
  return { id: data.id, path: `/users/${data.id}`, etag: answer.headers.get('etag') ?? '', data };
}

/** Imports that many users, or the given records, all at one instant; returns their ids. */
export async function importUsers({ operator }: TestInstitution, users: number | UserRecords): Promise<string[]> {
  const records = typeof users === 'number' ? Array.from({ length: users }, userRecord) : users;
  const imported = await importRecords(operator, 'users', records);
  return imported.map(({ id }) => id);
}

function userRecord(): UserRecords[number] {
  return { ref: randomUUID(), email: newEmail(), name: 'Imported' };
}

/** Imports courses with these codes, all at one instant; returns their ids. */
export async function importCourses(
  { operator }: TestInstitution,
  courses: readonly { readonly ref?: string; readonly code?: string; readonly name?: string }[],
): Promise<{ id: string; layerId: string }[]> {
  const records = courses.map((course) => ({ ref: randomUUID(), name: 'Course', ...course }));
  const imported = await importRecords(operator, 'courses', records);
  return imported.map(({ id, layerId }) => ({ id, layerId }));
}

/** Changes an institution's settings. */
export async function changeSettings(
  { operator }: TestInstitution,
  change: MessageInitShape<typeof SettingsChangeSchema>,
): Promise<void> {
  await operator(InstitutionService.method.setInstitutionSettings, { change });
}
