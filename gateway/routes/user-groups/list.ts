import { Type } from 'typebox';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { Ids, Instant } from '../../schema/types.ts';
import { UserGroup, userGroupExample } from '../../schema/user-group.ts';
import { userGroupView } from './user-group-view.ts';

export const listUserGroups = listEndpoint({
  path: '/user-groups',
  operationId: 'listUserGroups',
  tag: 'User groups',
  service: 'directory',
  summary: 'List user groups',
  description: 'An addition to the specification. Ordered by `name`, by code point.',
  isExtension: true,
  filters: Type.Object({
    ids: Ids('user groups'),
    updatedSince: Type.Optional(
      Instant(
        'Only groups whose name or members changed at or after this instant. A change of a member’s own record is none of the group.',
      ),
    ),
  }),
  item: UserGroup,
  example: userGroupExample,
  position: ({ name, id }) => ({ sort: name, id }),
  async run({ filters, page, call }) {
    const { userGroups, hasMore, nextUpdatedSince } = await call(UserGroupService.method.listUserGroups, {
      ...filters,
      page,
    });
    return { items: userGroups.map(userGroupView), hasMore, nextUpdatedSince };
  },
});
