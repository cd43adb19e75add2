import { present } from '../../../platform/core/present.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { User, userExample } from '../../schema/user.ts';
import { userView } from './user-view.ts';

export const getUser = readEndpoint({
  path: '/users/{id}',
  operationId: 'getUser',
  tag: 'Users',
  service: 'directory',
  summary: 'Get one user',
  description: 'Also returns archived users, which have `isArchived: true`.',
  data: User,
  example: userExample,
  async run({ params, call }) {
    const response = await call(UserService.method.getUser, { id: params.id });
    const user = present(response.user, 'user');
    return { data: userView(user), revision: user.revision };
  },
});
