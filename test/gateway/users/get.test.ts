import { expect, it } from 'vitest';
import { importUsers, newUser, withoutFields } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start();
const school = await system.newInstitution();

it('GET /users/{id}: 200: an archived user stays readable', async () => {
  const archived = await newUser(school.client);
  await school.client.patch(archived.path, { isArchived: true }, { ifMatch: archived.etag });
  const { status, body } = await school.client.get(archived.path);
  expect([status, body.data]).toEqual([200, { ...archived.data, isArchived: true }]);
});

it('GET /users/{id}: 200: an imported user, with null for values missing from the bundle', async () => {
  const [id = ''] = await importUsers(school, [{ ref: 'u', email: 'U@school.example', lastName: 'Berg' }]);
  const { status, body } = await school.client.get(`/users/${id}`);
  expect(status).toBe(200);
  expect(body.data).toEqual({
    ...withoutFields,
    id,
    email: 'U@school.example',
    name: 'Berg',
    lastName: 'Berg',
    isArchived: false,
    createdAt: '2026-10-05T08:00:00.000Z',
    updatedAt: '2026-10-05T08:00:00.000Z',
  });
});
