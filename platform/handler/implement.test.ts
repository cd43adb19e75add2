import { expect, it } from 'vitest';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { command } from './command.ts';
import { implement } from './implement.ts';
import { query } from './query.ts';

const user = UserService.method;
const run = async () => ({ response: {} });
const read = async () => ({});

const users = {
  createUser: command(user.createUser, { run }),
  getUser: query(user.getUser, read),
  updateUser: command(user.updateUser, { run }),
  listUsers: query(user.listUsers, read),
  batchGetUsers: query(user.batchGetUsers, read),
};

it.each<[string, () => unknown, string]>([
  [
    'a read that could write',
    () =>
      implement(UserService, {
        ...users,
        getUser: { ...command(user.createUser, { run }), method: user.getUser } as never,
      }),
    'UserService.getUser: command disagrees with its idempotency_level',
  ],
  [
    'a write that could not write',
    () => implement(UserService, { ...users, createUser: query(user.createUser, read) }),
    'UserService.createUser: query disagrees with its idempotency_level',
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
