import { expect, it } from 'vitest';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { command, platformCommand } from './command.ts';
import { implement } from './implement.ts';
import { platformQuery, query } from './query.ts';

const user = UserService.method;
const institution = InstitutionService.method;
const run = async () => ({ response: {} });
const read = async () => ({});

const users = {
  createUser: command(user.createUser, { run }),
  getUser: query(user.getUser, read),
  updateUser: command(user.updateUser, { run }),
  listUsers: query(user.listUsers, read),
  batchGetUsers: query(user.batchGetUsers, read),
};
const institutions = {
  listInstitutions: platformQuery(institution.listInstitutions, read),
  importInstitution: platformCommand(institution.importInstitution, { run }),
  getInstitutionSettings: query(institution.getInstitutionSettings, read),
  setInstitutionSettings: command(institution.setInstitutionSettings, { run }),
};

it('lists one operation for each RPC', () => {
  const { service, operations } = implement(UserService, users);
  expect(service).toBe(UserService);
  expect(operations.map(({ method }) => method)).toEqual(UserService.methods);
  expect(implement(InstitutionService, institutions).operations).toHaveLength(4);
});

it.each<[string, () => unknown, string]>([
  [
    'a read that could write',
    () => implement(UserService, { ...users, getUser: command(user.getUser, { run }) }),
    'UserService.getUser: command disagrees with its idempotency_level',
  ],
  [
    'a write that could not write',
    () => implement(UserService, { ...users, createUser: query(user.createUser, read) }),
    'UserService.createUser: query disagrees with its idempotency_level',
  ],
  [
    'a tenant’s write without the tenant',
    () => implement(UserService, { ...users, createUser: platformCommand(user.createUser, { run }) }),
    'UserService.createUser: scope platform disagrees with its access',
  ],
  [
    'a tenant’s read without the tenant',
    () => implement(UserService, { ...users, getUser: platformQuery(user.getUser, read) }),
    'UserService.getUser: scope platform disagrees with its access',
  ],
  [
    'an operator’s write without the tenant',
    () =>
      implement(InstitutionService, {
        ...institutions,
        setInstitutionSettings: platformCommand(institution.setInstitutionSettings, { run }),
      }),
    'InstitutionService.setInstitutionSettings: scope platform disagrees with its access',
  ],
  [
    'a call of the platform that would require a tenant',
    () =>
      implement(InstitutionService, { ...institutions, listInstitutions: query(institution.listInstitutions, read) }),
    'InstitutionService.listInstitutions: scope tenant disagrees with its access',
  ],
  [
    'another RPC’s operation',
    () => implement(UserService, { ...users, getUser: users.listUsers as never }),
    'UserService.getUser is implemented by another RPC',
  ],
  [
    'a missing operation',
    () => implement(UserService, { ...users, getUser: undefined as never }),
    'UserService.getUser is implemented by another RPC',
  ],
])('rejects %s', (_, make, message) => {
  expect(make).toThrow(message);
});

it('does not compile without an operation, or with another’s messages', () => {
  const { getUser: _, ...rest } = users;
  // @ts-expect-error getUser is missing.
  expect(() => implement(UserService, rest)).toThrow();
  // @ts-expect-error ListUsers has other messages.
  expect(() => implement(UserService, { ...users, getUser: users.listUsers })).toThrow();
});
