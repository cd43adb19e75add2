import { type Static, Type } from 'typebox';
import { EMAIL_CHARACTERS_AT_MOST } from '../../../platform/core/email.ts';
import { codeFault } from '../../../services/directory/domain/code-format.ts';
import { codeKey, emailKey } from '../../../services/directory/domain/identity-keys.ts';
import { fullName } from '../../../services/directory/domain/user-name.ts';
import { type Check, flag, optional, record, ref, type Section, text } from './pieces.ts';

const UserSchema = record({
  ref: ref('users'),
  email: Type.String({ maxLength: EMAIL_CHARACTERS_AT_MOST, format: 'email' }),
  name: optional(text()),
  firstName: optional(text()),
  lastName: optional(text()),
  image: optional(text(2048)),
  code: optional(text()),
  isArchived: optional(flag()),
});
type User = Static<typeof UserSchema>;

export const users = {
  name: 'users',
  schema: UserSchema,
  check(records, check) {
    const emails = new Map<string, number>();
    const codes = new Map<string, number>();
    for (const [index, user] of records) {
      checkValues(user, index, check);
      once(emails, emailKey(user.email), [index, 'email'], check);
      const code = user.code === undefined ? '' : codeKey(user.code);
      if (code !== '') once(codes, code, [index, 'code'], check);
    }
  },
} as const satisfies Section<typeof UserSchema>;

/** What directory asks of a user: a name, and a code of the institution's format. */
function checkValues({ name, firstName, lastName, code }: User, index: number, check: Check): void {
  if (name === undefined && fullName(firstName ?? null, lastName ?? null) === null) {
    check.fault([index], 'name, firstName or lastName is required');
  }
  const fault = code === undefined ? null : codeFault(code, check.userCodeFormat ?? null, '');
  if (fault) check.fault([index, 'code'], fault.message);
}

function once(seen: Map<string, number>, key: string, path: readonly [number, string], check: Check): void {
  const [index, property] = path;
  const first = seen.get(key);
  if (first === undefined) seen.set(key, index);
  else check.fault(path, `is the ${property} of /users/${first} too`);
}
