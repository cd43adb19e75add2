import { present } from '../../../platform/core/present.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { UserGroup, userGroupExample } from '../../schema/user-group.ts';
import { userGroupView } from './user-group-view.ts';

export const getUserGroup = readEndpoint({
  path: '/user-groups/{id}',
  operationId: 'getUserGroup',
  tag: 'User groups',
  service: 'directory',
  summary: 'Get one user group',
  description: 'An addition to the specification. Returns the number of members, not the members.',
  isExtension: true,
  data: UserGroup,
  example: userGroupExample,
  async run({ params, call }) {
    const response = await call(UserGroupService.method.getUserGroup, { id: params.id });
    const group = present(response.userGroup, 'user group');
    return { data: userGroupView(group), revision: group.revision };
  },
});
