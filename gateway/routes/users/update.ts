import { maskOf, resourceIn } from '../../../platform/core/json-resource.ts';
import { present } from '../../../platform/core/present.ts';
import { UserSchema, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';
import { User, UserUpdate, userExample } from '../../schema/user.ts';
import { refusals } from './refusals.ts';
import { userView } from './user-view.ts';

export const updateUser = writeEndpoint({
  path: '/users/{id}',
  method: 'PATCH',
  operationId: 'updateUser',
  tag: 'Users',
  service: 'directory',
  summary: 'Change a user',
  description: 'Fields that you leave out keep their values. `null` clears `firstName`, `lastName`, `image` or `code`.',
  ifMatch: 'required',
  body: UserUpdate,
  bodyExample: { lastName: 'Albrecht-Hoang', image: null },
  success: 200,
  data: User,
  example: userExample,
  refusals: [refusals.emailTaken, refusals.codeTaken, refusals.lastOwner],
  async run({ params, body, precondition, send }) {
    const request = {
      id: params.id,
      user: resourceIn(UserSchema, body),
      updateMask: maskOf(UserSchema, body),
      ...(precondition ? { precondition } : {}),
    };
    const { message, metadata } = await send(UserService.method.updateUser, request);
    const user = present(message.user, 'user');
    return { data: userView(user), revision: user.revision, metadata };
  },
});
