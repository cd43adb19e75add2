import { resourceIn } from '../../../platform/core/json-resource.ts';
import { present } from '../../../platform/core/present.ts';
import { UserSchema, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';
import { User, UserCreate, userExample } from '../../schema/user.ts';
import { refusals } from './refusals.ts';
import { userView } from './user-view.ts';

export const createUser = writeEndpoint({
  path: '/users',
  method: 'POST',
  operationId: 'createUser',
  tag: 'Users',
  service: 'directory',
  summary: 'Create a user',
  description:
    'Requires at least one of `name`, `firstName` and `lastName`. `name` defaults to the first and last name.',
  idempotencyKey: 'required',
  body: UserCreate,
  bodyExample: { email: 'grace.lind@nordhafen.example', firstName: 'Grace', lastName: 'Lind', code: 'NH-2001' },
  rules: ({ name, firstName, lastName }) =>
    (name ?? firstName ?? lastName)
      ? []
      : [{ pointer: '/name', code: 'required', message: 'is required unless firstName or lastName is given' }],
  success: 201,
  data: User,
  example: {
    ...userExample,
    ...{
      email: 'grace.lind@nordhafen.example',
      name: 'Grace Lind',
      firstName: 'Grace',
      lastName: 'Lind',
      code: 'NH-2001',
    },
  },
  refusals: [refusals.emailTaken, refusals.codeTaken],
  async run({ body, send }) {
    const { message, metadata } = await send(UserService.method.createUser, { user: resourceIn(UserSchema, body) });
    const user = present(message.user, 'user');
    return { data: userView(user), revision: user.revision, metadata };
  },
});
