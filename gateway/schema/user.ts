import type { Static } from 'typebox';
import { type User as UserMessage, UserSchema } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { createBody, representation, updateBody, type Words } from './contract.ts';
import { Id, Instant, nullable } from './types.ts';

const words = {
  id: Id('The user’s id.'),
  email: {
    text: 'As given. Unique within the institution, case-insensitively.',
    input:
      'Stored as given. Unique within the institution, case-insensitively. Must have one `@`. Letters and digits of every script are allowed; white space, control and format characters and `<>()[]\\,;:"` are not.',
    example: 'ada.albrecht@nordhafen.example',
  },
  name: {
    text: 'Never empty.',
    input: 'Follows `firstName` and `lastName` until a request gives a name.',
    example: 'Ada Albrecht',
  },
  firstName: { text: 'Given name.', example: 'Ada' },
  lastName: { text: 'Family name.', example: 'Albrecht' },
  image: { text: 'URL of a picture.', example: 'https://img.nordhafen.example/ada.png' },
  code: {
    text: 'The membership code (badge), as stored.',
    input:
      'The membership code (badge). Stored as given. Unique within the institution, case-insensitively and after trimming. Must match the institution’s `user_code_format`.',
    example: 'NH-0001',
  },
  isArchived: {
    text: 'Archived users stay in lists and stay readable, but new references to them are rejected.',
    example: false,
  },
  createdAt: Instant('When the user was created.'),
  updatedAt: Instant('The server’s clock when the last change of the user began.'),
  revision: null,
  erasedAt: nullable({
    ...Instant('When the user was erased: name, email and all else that said who it was are gone. Null of others.'),
    'x-extension': true,
  }),
} satisfies Words<UserMessage>;

/** A user as every answer shows it (decisions 7.1). */
export const User = representation('User', UserSchema, words);
export type UserView = Static<typeof User>;

/** The body of POST /users. */
export const UserCreate = createBody('UserCreate', UserSchema, words, { without: ['isArchived'] });

/** The body of PATCH /users/{id}: absent fields stay, `null` clears. */
export const UserUpdate = updateBody('UserUpdate', UserSchema, words);

export const userExample: UserView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11',
  email: 'ada.albrecht@nordhafen.example',
  name: 'Ada Albrecht',
  firstName: 'Ada',
  lastName: 'Albrecht',
  image: null,
  code: 'NH-0001',
  isArchived: false,
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
  erasedAt: null,
};
