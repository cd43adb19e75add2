import { describe, expect, test } from 'vitest';
import { text, uuid } from '../../platform/data/schema/column.ts';
import { table } from '../../platform/data/schema/table.ts';
import type { Declared } from '../../platform/data/statements/prepared.ts';
import { insertRow, lockRow } from '../../platform/data/statements/row-statements.ts';
import { productStatements } from '../support/product-statements.ts';
import { expectNone } from './project/violations.ts';
import { findDefaults, findLocks, findWithoutRevision } from './rules/statements.ts';

test('rows are locked in one mode', () => {
  expectNone(findLocks(productStatements), 'Say FOR NO KEY UPDATE: what refers to the row need not wait for it.');
});

test('a row’s values are given, and none is left to the database', () => {
  expectNone(findDefaults(productStatements), 'Give the value, a new revision by newId(), with the row.');
});

test('a change of an audited table is given the new revision', () => {
  expectNone(findWithoutRevision(productStatements), 'Take a parameter `revision`, which is newId() of the command.');
});

describe('the checkers', () => {
  const columns = { institutionId: uuid(), id: uuid(), revision: uuid().default('gen_random_uuid()'), note: text() };
  const lessons = table('ruled_lessons', {
    columns,
    primaryKey: ['institutionId', 'id'],
    audited: { resource: 'lesson' },
  });
  const lock = lockRow(lessons, ['institutionId', 'id'], ['id']);
  const reworded = (wording: string): Declared => ({ ...lock, text: lock.text.replace('FOR NO KEY UPDATE', wording) });

  test('know a lock of another mode, however it is written', () => {
    expect(findLocks([lock])).toEqual([]);
    for (const wording of ['FOR UPDATE', 'for\n update', 'FOR SHARE', 'FOR KEY SHARE'])
      expect(findLocks([reworded(wording)])).toHaveLength(1);
  });

  test('know what is left to the database', () => {
    expect(findDefaults([lock, reworded('AND t.default_note')])).toEqual([]);
    expect(findDefaults([reworded('; UPDATE a SET revision = DEFAULT')])).toHaveLength(1);
    expect(findWithoutRevision([insertRow(lessons, { leave: ['revision'] })])).toHaveLength(1);
    expect(findWithoutRevision([lock])).toEqual([]);
  });
});
