import type { Fault } from '../fault.ts';

/** What a directory that speaks SCIM relies on. */
export const scim: readonly Fault[] = [
  {
    name: 'A filter that SCIM does not support is ignored',
    file: 'gateway/scim/users.ts',
    find: 'query.filter === undefined ? {} : readFilter(String(query.filter))',
    replace:
      'query.filter === undefined ? {} : (() => { try { return readFilter(String(query.filter)); } catch { return {}; } })()',
  },
  {
    name: 'An operator of a filter is taken for eq',
    file: 'gateway/scim/filter-reader.ts',
    find: "if (what.name === '' || !this.#take(/^eq$/i)) return null;",
    replace: "if (what.name === '' || !this.#take(/^(eq|co)$/i)) return null;",
  },
  {
    name: 'A user whom a directory deletes is deleted',
    file: 'services/directory/domain/synced-user.ts',
    find: 'const next = { ...user, isArchived: true, isRemoved: true };',
    replace: 'const next = { ...user, email: `${user.id}@deleted.invalid`, isArchived: true, isRemoved: true };',
  },
  {
    name: 'The text "False" is taken for true',
    file: 'gateway/scim/scim-values.ts',
    find: "return text === 'true' ? true : text === 'false' ? false : undefined;",
    replace: "return text === '' ? undefined : Boolean(text);",
  },
  {
    name: 'A directory sync may archive everybody',
    file: 'services/directory/store/sync-guards.ts',
    find: 'if (state && isHeld(state)) {',
    replace: 'if (state && isHeld(state) && now < 0) {',
  },
  {
    name: 'People whom a directory sync brings back make room for archiving others',
    file: 'services/directory/store/sync-guards.ts',
    find: 'departed: isNew ? 0 : Number(after.isArchived) - Number(before.isArchived),',
    replace: 'departed: isNew ? 0 : Number(after.isArchived && !before.isArchived),',
  },
  {
    name: 'An externalId is taken from somebody who is there',
    file: 'services/directory/store/synced-users.ts',
    find: "if (!byExternalId.isArchived) refuse('USER_EXTERNAL_ID_TAKEN');",
    replace: '',
  },
];
