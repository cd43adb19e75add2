import { fieldsOf, refsTo, text } from '../../../platform/data/import/fields.ts';
import { kind, type Report } from '../../../platform/data/import/kind.ts';
import { UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { codeFault } from '../domain/code-format.ts';
import { codeKey, emailKey } from '../domain/identity-keys.ts';
import { fullName } from '../domain/user-name.ts';
import * as tables from '../store/tables.ts';

export const users = kind('users', tables.users, {
  fields: fieldsOf(UserSchema, 'email'),
  computed: ({ email, name, firstName = null, lastName = null, code }) => ({
    name: name ?? fullName(firstName, lastName) ?? email,
    nameIsOwn: name !== undefined,
    emailKey: emailKey(email),
    codeKey: code === undefined ? null : codeKey(code),
  }),
  check(records, report, { userCodeFormat = null }) {
    const emails = new Map<string, number>();
    const codes = new Map<string, number>();
    for (const [index, { email, name, firstName = null, lastName = null, code }] of records) {
      if (name === undefined && fullName(firstName, lastName) === null)
        report(index, [], 'name, firstName or lastName is required');
      const fault = code === undefined || code.trim() === '' ? null : codeFault(code, userCodeFormat, '');
      if (fault) report(index, ['code'], fault.message);
      once(emails, emailKey(email), [index, 'email'], report);
      const key = code === undefined ? '' : codeKey(code);
      if (key !== '') once(codes, key, [index, 'code'], report);
    }
  },
});

export const userGroups = kind('userGroups', tables.userGroups, {
  fields: { name: text(), members: refsTo('users', 100_000) },
  lists: { members: { table: tables.userGroupMembers, owner: 'userGroupId', columns: 'userId' } },
});

function once(seen: Map<string, number>, key: string, path: readonly [number, string], report: Report): void {
  const [index, property] = path;
  const first = seen.get(key);
  if (first === undefined) seen.set(key, index);
  else report(index, [property], `is also the ${property} of /users/${first}`);
}
