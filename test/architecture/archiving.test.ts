import { expect, it } from 'vitest';
import { productStatements } from '../support/postgres/product-statements.ts';
import { isProduction, projectFiles } from './project/project.ts';

/** Whatever writes whether a user is archived, and why no last owner is archived by it. */
const WRITERS: Readonly<Record<string, string>> = {
  users_insert: 'a new user is no administrator',
  users_insert_rows: 'the same',
  users_update: 'updateUser wants identity’s consent',
  users_update_rows: 'both imports want it for all that they archive',
  users_erase: 'the journal of erasures decides, and identity was asked before it was written',
};

it('whoever is archived goes through one place, which asks identity', () => {
  const writes = productStatements.filter(
    ({ table, text }) =>
      table?.name === 'users' && /\b(INSERT INTO|UPDATE) users\b[\s\S]*\bis_archived\b/.test(changed(text)),
  );
  expect([...new Set(writes.map(({ name }) => name))].sort()).toEqual(Object.keys(WRITERS).sort());
});

it('only that place, and what imports have in common with it, ask; only two write', () => {
  const files = projectFiles().filter(isProduction);
  const mentioning = (text: RegExp) =>
    files.filter((each) => /^services\/directory\//.test(each.path) && text.test(each.text)).map(({ path }) => path);
  expect(mentioning(/\bconsent\.(want|settle)\(/)).toEqual([
    'services/directory/archiving/consent.ts',
    'services/directory/rpc/people-import.ts',
    'services/directory/store/users.ts',
  ]);
  expect(mentioning(/\bwritePlan\(/)).toEqual(['services/directory/people-import/write-people.ts']);
  expect(mentioning(/\bwritePeople\(/)).toEqual([
    'services/directory/people-import/plan-people.ts',
    'services/directory/people-import/write-people.ts',
  ]);
});

/** What a statement sets or inserts, without its conditions and what it records. */
function changed(text: string): string {
  return text.split(/\bWHERE\b/)[0] ?? '';
}
