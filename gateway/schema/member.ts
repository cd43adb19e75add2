import { Type } from 'typebox';
import { EMAIL_CHARACTERS_AT_MOST } from '../../platform/core/email.ts';

/** The identifiers, of which exactly one names a member (spec: Time-tracking identity; decisions 10.1). */
export const memberFields = {
  userId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Names the member by the user’s id. Exactly one of `userId`, `email` and `code` is given.',
      examples: ['01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11'],
    }),
  ),
  email: Type.Optional(
    Type.String({
      format: 'email',
      maxLength: EMAIL_CHARACTERS_AT_MOST,
      description: 'Names the member by email, without regard to case.',
      examples: ['ada.albrecht@nordhafen.example'],
    }),
  ),
  code: Type.Optional(
    Type.String({
      pattern: '\\S',
      maxLength: 1000,
      description: 'Names the member by membership code (badge), trimmed and without regard to case; never blank.',
      examples: ['NH-0001'],
    }),
  ),
};

/** The same as query parameters. */
export const MemberQuery = Type.Object(memberFields);
