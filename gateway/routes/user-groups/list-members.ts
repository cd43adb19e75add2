import { Type } from 'typebox';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { Ids, IsArchived } from '../../schema/types.ts';
import { User, userExample } from '../../schema/user.ts';
import { userView } from '../users/user-view.ts';

export const listUserGroupMembers = listEndpoint({
  path: '/user-groups/{id}/members',
  operationId: 'listUserGroupMembers',
  tag: 'User groups',
  service: 'directory',
  summary: 'List the members of a user group',
  description:
    'An addition to the specification: users, ordered by `createdAt`. Includes archived users, which have `isArchived: true`.',
  isExtension: true,
  filters: Type.Object({ ids: Ids('users'), isArchived: IsArchived('users') }),
  item: User,
  example: userExample,
  position: ({ createdAt, id }) => ({ sort: createdAt, id }),
  async run({ params, filters, page, call }) {
    const { users, hasMore } = await call(UserGroupService.method.listUserGroupMembers, {
      ...filters,
      page,
      userGroupId: params.id,
    });
    return { items: users.map(userView), hasMore };
  },
});
