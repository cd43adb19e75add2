import { choice, fieldsOf, name, optional, refsTo } from '../../../bundle/format/fields.ts';
import { kind, type Report } from '../../../bundle/format/kind.ts';
import { codeKey, emailKey, optionalCodeKey } from '../../../platform/core/text-keys.ts';
import { workingTimeRules } from '../../../platform/core/working-time-rules.ts';
import { UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { codeFault } from '../domain/code-format.ts';
import { membersTooMany, tooManyGroups } from '../domain/group-limit.ts';
import { archivedSince } from '../domain/user.ts';
import { followingName, fullName, NAMELESS } from '../domain/user-name.ts';
import * as tables from '../store/tables.ts';
import { codeFormatOf } from './institution.ts';

export const users = kind('users', tables.users, {
  fields: fieldsOf(UserSchema, 'email'),
  computed({ name }, row, { stored, at }) {
    const nameIsOwn = row.nameIsOwn || name !== undefined;
    return {
      nameIsOwn,
      isRemoved: row.isArchived && row.isRemoved,
      archivedAt: archivedSince(stored, row.isArchived, at),
      // A blank name is refused once it is known who has one: see refuseNameless.
      name: nameIsOwn ? row.name : (followingName(stored, row) ?? ''),
      emailKey: emailKey(row.email),
      codeKey: optionalCodeKey(row.code),
    };
  },
  check(records, report, { bundle, isNew = false }) {
    const format = bundle ? codeFormatOf(bundle) : null;
    const emails = new Map<string, number>();
    const codes = new Map<string, number>();
    for (const [index, { email, name, firstName = null, lastName = null, code: given }] of records) {
      if (isNew && name === undefined && fullName(firstName, lastName) === null) report(index, [], NAMELESS);
      once(emails, emailKey(email), [index, 'email'], report);
      const code = given ?? '';
      const key = codeKey(code);
      if (key === '') continue;
      const fault = codeFault(code, format, '');
      if (fault) report(index, ['code'], fault.message);
      once(codes, key, [index, 'code'], report);
    }
  },
});

export const userGroups = kind('userGroups', tables.userGroups, {
  fields: {
    name: name(),
    workingTimeRules: optional(choice(workingTimeRules.all)),
    members: optional(refsTo('users', 100_000)),
  },
  lists: { members: { table: tables.userGroupMembers, owner: 'userGroupId', columns: 'userId' } },
  counted: 'members',
  initial: () => ({ memberCount: 0 }),
  computed: ({ members }) => (members ? { memberCount: members.length } : {}),
  check(groups, report) {
    for (const { index, member, ref } of membersTooMany(groups)) report(index, ['members', member], tooManyGroups(ref));
  },
});

function once(seen: Map<string, number>, key: string, path: readonly [number, string], report: Report): void {
  const [index, property] = path;
  const first = seen.get(key);
  if (first === undefined) seen.set(key, index);
  else report(index, [property], `is also the ${property} of /users/${first}`);
}
