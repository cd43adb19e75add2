import { Type } from 'typebox';
import { MAX_EMAIL_CHARACTERS } from '../../platform/core/formats.ts';

/** The identifiers, of which exactly one names a member (decisions 10.1). */
export const memberFields = {
  userId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'The member’s user id. Give exactly one of `userId`, `email` and `code`.',
      examples: ['01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11'],
    }),
  ),
  email: Type.Optional(
    Type.String({
      format: 'email',
      maxLength: MAX_EMAIL_CHARACTERS,
      description: 'The member’s email; case-insensitive.',
      examples: ['ada.albrecht@nordhafen.example'],
    }),
  ),
  code: Type.Optional(
    Type.String({
      pattern: '\\S',
      maxLength: 1000,
      description:
        'The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank.',
      examples: ['NH-0001'],
    }),
  ),
};

/** The same as query parameters. */
export const MemberQuery = Type.Object(memberFields);
