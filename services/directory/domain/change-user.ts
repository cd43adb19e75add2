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
  /** Of the institution; only looked at when the code changes. */
  readonly codeFormat: string | null;
}

interface Change {
  readonly next: UserState;
  /** What a reader of the user sees changed, as the API spells it. Empty: revision and updated_at are the old ones. */
  readonly changed: readonly string[];
  /** Whether there is anything to write: a name that was given as it was is seen by nobody, but no longer follows. */
  readonly isWritten: boolean;
}

/**
 * Applies a PATCH (decisions 7.1). An own name stays whatever first and last name become; a derived one follows them, so that clearing the
 * last of the two is refused with REQUEST_INVALID: it would leave the user without any name. A code is checked against the format when it
 * changes; the one that is there already may be older than the format.
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
