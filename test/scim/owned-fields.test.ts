import { type DescField, ScalarType } from '@bufbuild/protobuf';
import { beforeAll, describe, expect, it } from 'vitest';
import { isWritable } from '../../platform/core/resource.ts';
import { UserSchema } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { newEmail } from '../support/test-directory.ts';
import { TestSync } from '../support/test-sync.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

let school: TestInstitution;
let sync: TestSync;
beforeAll(async () => {
  const system = await TestSystem.start();
  school = await system.newInstitution();
  sync = await TestSync.create(system, school);
});

/** All fields that requests may give, each with a value of its own. */
const FIELDS = UserSchema.fields.filter(isWritable);

function newValueOf({ localName, scalar }: DescField): unknown {
  if (localName === 'email') return newEmail();
  if (localName === 'image') return 'https://x.example/1.png';
  if (scalar === ScalarType.STRING) return `${localName}-${crypto.randomUUID()}`;
  if (scalar === ScalarType.BOOL) return localName !== 'isArchived';
  throw new Error(`Give ${localName} a value.`);
}

const apiUser = async (id: string) => (await school.client.get(`/users/${id}`)).body.data;

async function fullUser() {
  const values = Object.fromEntries(FIELDS.map((field) => [field.localName, newValueOf(field)]));
  const { id } = await sync.newUser();
  const set = await school.client.patch(`/users/${id}`, values, { ifMatch: '*' });
  expect(set.status).toBe(200);
  const before = await apiUser(id);
  expect(before).toMatchObject(values);
  return { id, before };
}

describe('what a sync does not change keeps its value, whichever field it is', () => {
  it('PATCH', async () => {
    const { id, before } = await fullUser();
    const patched = await sync.patch(id, [{ op: 'replace', path: 'name.familyName', value: 'Berg' }]);
    expect(patched.status).toBe(200);
    expect(await apiUser(id)).toEqual({ ...before, lastName: 'Berg', updatedAt: expect.anything() });
  });

  it('PUT of what was read, with a change', async () => {
    const { id, before } = await fullUser();
    const { body } = await sync.get(`/Users/${id}`);
    const name = { ...body.name, familyName: 'Berg' };
    expect((await sync.send('PUT', `/Users/${id}`, { ...body, name })).status).toBe(200);
    expect(await apiUser(id)).toEqual({ ...before, lastName: 'Berg', updatedAt: expect.anything() });
  });

  it('POST that brings somebody back', async () => {
    const { id, before } = await fullUser();
    const { body } = await sync.get(`/Users/${id}`);
    await sync.send('DELETE', `/Users/${id}`);
    const { id: _, ...json } = body;
    expect((await sync.send('POST', '/Users', { ...json, active: true })).status).toBe(201);
    expect(await apiUser(id)).toEqual({ ...before, updatedAt: expect.anything() });
  });
});
