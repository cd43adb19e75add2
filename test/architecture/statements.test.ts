import { describe, expect, test } from 'vitest';
import { type Declared, insertRow, lockRow, text, uuid } from '../../libraries/typed-sql/index.ts';
import { table } from '../../platform/data/tables.ts';
import { productStatements } from '../support/postgres/product-statements.ts';
import { expectNone } from './project/violations.ts';
import { findDefaults, findLocks, findWithoutRevision } from './rules/statements.ts';

test('statements lock rows in one mode', () => {
  expectNone(
    findLocks(productStatements),
    'Use FOR NO KEY UPDATE: rows that refer to this one need not wait for the lock.',
  );
});

test('statements leave no value to the database', () => {
  expectNone(findDefaults(productStatements), 'Pass the value with the row, a new revision from newId().');
});

test('a change of an audited table takes the new revision', () => {
  expectNone(findWithoutRevision(productStatements), 'Add a parameter `revision`, and pass newId() of the command.');
});

describe('the checkers', () => {
  const columns = { institutionId: uuid(), id: uuid(), revision: uuid().default('gen_random_uuid()'), note: text() };
  const lessons = table('ruled_lessons', {
    columns,
    primaryKey: ['institutionId', 'id'],
    audited: { resource: 'lesson' },
  });
  const lock = lockRow(lessons, ['institutionId', 'id'], ['id']) as Declared;
  const reworded = (wording: string): Declared => ({ ...lock, text: lock.text.replace('FOR NO KEY UPDATE', wording) });

  test('find a lock of another mode, however it is written', () => {
    expect(findLocks([lock])).toEqual([]);
    for (const wording of ['FOR UPDATE', 'for\n update', 'FOR SHARE', 'FOR KEY SHARE'])
      expect(findLocks([reworded(wording)])).toHaveLength(1);
  });

  test('find a value that is left to the database', () => {
    expect(findDefaults([lock, reworded('AND t.default_note')])).toEqual([]);
    expect(findDefaults([reworded('; UPDATE a SET revision = DEFAULT')])).toHaveLength(1);
    const insert = insertRow(lessons, { leave: ['revision'] }) as Declared;
    expect(findWithoutRevision([insert])).toHaveLength(1);
    expect(findWithoutRevision([lock])).toEqual([]);
  });
});
