import { afterAll, beforeAll, expect, it } from 'vitest';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { startTestService, type TestService } from '../../chassis/testing/start-test-service.ts';
import { directory } from '../service.ts';
import { newInstitution } from '../testing/institution.ts';

const users = UserService.method;
let service: TestService;
beforeAll(async () => {
  service = await startTestService(directory);
});
afterAll(() => service.stop());

it('reads a user back', async () => {
  const call = service.call(await newInstitution(service));
  const { user } = await call(users.createUser, { email: 'Ada@x.example', firstName: 'Ada', lastName: 'L' });
  expect((await call(users.getUser, { id: user?.id ?? '' })).user).toEqual(user);
  const { user: next } = await call(users.updateUser, {
    id: user?.id ?? '',
    precondition: { any: true },
    lastName: 'M',
    clear: ['code'],
  });
  expect(next).toMatchObject({ name: 'Ada M', lastName: 'M' });
  const page = await call(users.listUsers, { page: { size: 10 }, updatedSince: '2026-01-01T00:00:00.000Z' });
  expect(page).toMatchObject({ users: [next], hasMore: false });
});
