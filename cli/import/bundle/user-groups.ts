import { record, ref, refsTo, type Section, text } from './pieces.ts';

const UserGroupSchema = record({ ref: ref('userGroups'), name: text(), members: refsTo('users', 100_000) });

export const userGroups = {
  name: 'userGroups',
  schema: UserGroupSchema,
} as const satisfies Section<typeof UserGroupSchema>;
