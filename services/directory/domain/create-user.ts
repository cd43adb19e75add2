import { refuse, refuseField } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { CreateUserRequest } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { codeFault } from './code-format.ts';
import type { UserState } from './user.ts';
import { fullName } from './user-name.ts';

interface Input {
  readonly id: string;
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly codeFormat: string | null;
}

/** The user that a request creates (decisions 7.1, 7.2). Refuses with REQUEST_INVALID: no name at all, or a code without the institution's format. */
export function createUser(request: CreateUserRequest, input: Input): UserState {
  const { email, firstName = null, lastName = null, image = null, code = null } = request;
  const name = request.name ?? fullName(firstName, lastName);
  if (name === null) refuseField('/name', 'required', 'name, firstName or lastName is required');
  const fault = code === null ? null : codeFault(code, input.codeFormat, '/code');
  if (fault) refuse('REQUEST_INVALID', { violations: [fault] });
  const at = toInstantText(input.now);
  return {
    id: input.id,
    email,
    name,
    nameIsOwn: request.name !== undefined,
    firstName: firstName,
    lastName: lastName,
    image,
    code,
    isArchived: false,
    revision: input.revision,
    createdAt: at,
    updatedAt: at,
  };
}
