import { Type } from 'typebox';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { Ids, Instant, IsArchived, Search } from '../../schema/types.ts';
import { User, userExample } from '../../schema/user.ts';
import { userView } from './user-view.ts';

export const listUsers = listEndpoint({
  path: '/users',
  operationId: 'listUsers',
  tag: 'Users',
  service: 'directory',
  summary: 'List users',
  description: 'Ordered by `createdAt`. Includes archived users, which have `isArchived: true`.',
  filters: Type.Object({
    ids: Ids('users'),
    email: Type.Optional(Type.String({ description: 'Only the user with this email; case-insensitive.' })),
    code: Type.Optional(
      Type.String({
        description: 'Only the user with this code; case-insensitive, and white space around it is ignored.',
      }),
    ),
    search: Search('users', 'name, email or code'),
    isArchived: IsArchived('users'),
    updatedSince: Type.Optional(Instant('Only users changed at or after this instant.')),
  }),
  item: User,
  example: userExample,
  position: ({ createdAt, id }) => ({ sort: createdAt, id }),
  async run({ filters, page, call }) {
    const { users, hasMore, end, nextUpdatedSince } = await call(UserService.method.listUsers, { ...filters, page });
    return { items: users.map(userView), hasMore, end, nextUpdatedSince };
  },
});
