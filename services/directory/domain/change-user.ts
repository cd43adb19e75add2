import { refuse, refuseField } from '../../../platform/core/errors/refusal.ts';
import { changedAt, toInstantText } from '../../../platform/core/instant.ts';
import { patched } from '../../../platform/core/resource.ts';
import { type UpdateUserRequest, UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { userChanges } from './changes.ts';
import { codeFault } from './code-format.ts';
import { archivedSince, type LockedUser, type UserState } from './user.ts';
import { followingName } from './user-name.ts';

interface Input {
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  /** The institution's format; only used if the code changes. */
  readonly codeFormat: string | null;
}

export interface UserChange {
  readonly next: LockedUser;
  /**
   * The fields that change in the user as the API shows it, in the API's spelling. If empty, revision and updated_at do
   * not change.
   */
  readonly changed: readonly string[];
  /**
   * Whether there is anything to write: setting the name to its current value is invisible, but stops it from following
   * first and last name.
   */
  readonly isWritten: boolean;
}

/**
 * Applies a PATCH (decisions 7.1). A name set by a request does not change with first and last name. A derived name
 * follows them, so clearing the last of the two is refused with REQUEST_INVALID: the user would have no name. A code is
 * checked against the format only when it changes, because the current one may be older than the format.
 */
export function changeUser(
  user: LockedUser,
  request: Pick<UpdateUserRequest, 'user' | 'updateMask'>,
  input: Input,
): UserChange {
  const given = patched(UserSchema, user, request.user, request.updateMask);
  const { firstName, lastName, code } = given;
  const isNamed = request.updateMask?.paths.includes('name') === true;
  const fault = code === null || code === user.code ? null : codeFault(code, input.codeFormat, '/code');
  if (fault) refuse('REQUEST_INVALID', { violations: [fault] });

  const nameIsOwn = isNamed || user.nameIsOwn;
  const next = {
    ...given,
    name: nameIsOwn ? given.name : derivedName(user, firstName, lastName),
    nameIsOwn,
    isRemoved: given.isArchived && user.isRemoved,
    archivedAt: archivedSince(user, given.isArchived, toInstantText(input.now)),
  };
  const changed = userChanges(user, next);
  const isWritten = changed.length > 0 || nameIsOwn !== user.nameIsOwn;
  if (changed.length === 0) return { next, changed, isWritten };
  return {
    next: { ...next, revision: input.revision, updatedAt: changedAt(user.updatedAt, input.now) },
    changed,
    isWritten,
  };
}

function derivedName(user: UserState, firstName: string | null, lastName: string | null): string {
  const pointer = firstName === user.firstName ? '/lastName' : '/firstName';
  return (
    followingName(user, { firstName, lastName }) ??
    refuseField(pointer, 'invalid_value', 'name, firstName or lastName must remain')
  );
}
