import { type Static, Type } from 'typebox';
import { EMAIL_CHARACTERS_AT_MOST } from '../../platform/core/email.ts';
import { Id, Instant, nullable } from './types.ts';

const Email = Type.String({
  format: 'email',
  maxLength: EMAIL_CHARACTERS_AT_MOST,
  description:
    'Stored as given. Unique within the institution, case-insensitively. Must have one `@`. Letters and digits of every script are allowed; white space, control and format characters and `<>()[]\\,;:"` are not.',
  examples: ['ada.albrecht@nordhafen.example'],
});
const Name = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Follows `firstName` and `lastName` until a request gives a name.',
  examples: ['Ada Albrecht'],
});
const FirstName = Type.String({ minLength: 1, maxLength: 255, description: 'Given name.', examples: ['Ada'] });
const LastName = Type.String({ minLength: 1, maxLength: 255, description: 'Family name.', examples: ['Albrecht'] });
const Image = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'URL of a picture.',
  examples: ['https://img.nordhafen.example/ada.png'],
});
const Code = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '\\S',
  description:
    'The membership code (badge). Stored as given. Unique within the institution, case-insensitively and after trimming. Must match the institution’s `user_code_format`.',
  examples: ['NH-0001'],
});
const IsArchived = Type.Boolean({
  description: 'Archived users stay in lists and stay readable, but new references to them are rejected.',
  examples: [false],
});

/** A user as every answer shows it (decisions 7.1). */
export const User = Type.Object(
  {
    id: Id('The user’s id.'),
    email: Type.String({ description: 'As given. Unique within the institution, case-insensitively.' }),
    name: Type.String({ description: 'Never empty.' }),
    firstName: nullable(Type.String({ description: 'Given name.' })),
    lastName: nullable(Type.String({ description: 'Family name.' })),
    image: nullable(Type.String({ description: 'URL of a picture.' })),
    code: nullable(Type.String({ description: 'The membership code (badge), as stored.' })),
    isArchived: IsArchived,
    createdAt: Instant('When the user was created.'),
    updatedAt: Instant('When the user was last changed.'),
  },
  { title: 'User' },
);
export type UserView = Static<typeof User>;

/** The body of POST /users. */
export const UserCreate = Type.Object(
  {
    email: Email,
    name: Type.Optional(Name),
    firstName: Type.Optional(nullable(FirstName)),
    lastName: Type.Optional(nullable(LastName)),
    image: Type.Optional(nullable(Image)),
    code: Type.Optional(nullable(Code)),
  },
  { title: 'UserCreate', additionalProperties: false },
);

/** The body of PATCH /users/{id}: absent fields stay, `null` clears. */
export const UserUpdate = Type.Object(
  {
    email: Type.Optional(Email),
    name: Type.Optional(Name),
    firstName: Type.Optional(nullable(FirstName)),
    lastName: Type.Optional(nullable(LastName)),
    image: Type.Optional(nullable(Image)),
    code: Type.Optional(nullable(Code)),
    isArchived: Type.Optional(IsArchived),
  },
  { title: 'UserUpdate', additionalProperties: false },
);

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
};
