import { refuse, refuseField } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { givenFields } from '../../../platform/core/resource.ts';
import { type User, UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { codeFault } from './code-format.ts';
import { archivedSince, type LockedUser } from './user.ts';
import { fullName, NAMELESS } from './user-name.ts';

interface Input {
  readonly id: string;
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly codeFormat: string | null;
}

/**
 * The user that a request creates (decisions 7.1, 7.2). Refuses with REQUEST_INVALID if there is no name at all, or if
 * the code does not match the institution's format.
 */
export function createUser(user: User | undefined, input: Input): LockedUser {
  const given = givenFields(UserSchema, user);
  const { firstName, lastName, code } = given;
  const name = given.name || fullName(firstName, lastName);
  if (name === null) refuseField('/name', 'required', NAMELESS);
  const fault = code === null ? null : codeFault(code, input.codeFormat, '/code');
  if (fault) refuse('REQUEST_INVALID', { violations: [fault] });
  const at = toInstantText(input.now);
  return {
    ...given,
    id: input.id,
    name,
    nameIsOwn: given.name !== '',
    externalId: null,
    isRemoved: false,
    archivedAt: archivedSince(null, given.isArchived, at),
    erasedAt: null,
    revision: input.revision,
    createdAt: at,
    updatedAt: at,
  };
}
