import { refuse, refuseField } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { UpdateUserRequest } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { userChanges } from './changes.ts';
import { codeFault } from './code-format.ts';
import type { UserState } from './user.ts';
import { fullName } from './user-name.ts';

interface Input {
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  /** The institution's format; only used if the code changes. */
  readonly codeFormat: string | null;
}

interface Change {
  readonly next: UserState;
  /** The fields that change in the user as the API shows it, in the API's spelling. If empty, revision and updated_at do not change. */
  readonly changed: readonly string[];
  /** Whether there is anything to write: setting the name to its current value is invisible, but stops it from following first and last name. */
  readonly isWritten: boolean;
}

/**
 * Applies a PATCH (decisions 7.1). A name set by a request does not change with first and last name. A derived name follows them, so clearing the
 * last of the two is refused with REQUEST_INVALID: the user would have no name. A code is checked against the format only when it changes, because
 * the current one may be older than the format.
 */
export function changeUser(user: UserState, request: UpdateUserRequest, input: Input): Change {
  const cleared = new Set(request.clear);
  const patched = <T>(field: string, value: T | undefined, current: T): T | null =>
    cleared.has(field) ? null : (value ?? current);

  const firstName = patched('first_name', request.firstName, user.firstName);
  const lastName = patched('last_name', request.lastName, user.lastName);
  const code = patched('code', request.code, user.code);
  const nameIsOwn = request.name !== undefined || user.nameIsOwn;
  const fault = code === null || code === user.code ? null : codeFault(code, input.codeFormat, '/code');
  if (fault) refuse('REQUEST_INVALID', { violations: [fault] });

  const next: UserState = {
    ...user,
    email: request.email ?? user.email,
    name: request.name ?? (nameIsOwn ? user.name : derivedName(user, firstName, lastName)),
    nameIsOwn,
    firstName,
    lastName,
    image: patched('image', request.image, user.image),
    code,
    isArchived: request.isArchived ?? user.isArchived,
  };
  const changed = userChanges(user, next);
  const isWritten = changed.length > 0 || nameIsOwn !== user.nameIsOwn;
  if (changed.length === 0) return { next, changed, isWritten };
  return {
    next: { ...next, revision: input.revision, updatedAt: toInstantText(input.now) },
    changed,
    isWritten,
  };
}

function derivedName(user: UserState, firstName: string | null, lastName: string | null): string {
  if (firstName === user.firstName && lastName === user.lastName) return user.name;
  const pointer = firstName === user.firstName ? '/lastName' : '/firstName';
  return (
    fullName(firstName, lastName) ?? refuseField(pointer, 'invalid_value', 'name, firstName or lastName must remain')
  );
}
