import { describe, expect, test } from 'vitest';
import { type Declared, insertRow, lockRow, text, uuid } from '../../libraries/typed-sql/index.ts';
import { identified, table } from '../../platform/data/tables.ts';
import { productStatements } from '../support/postgres/product-statements.ts';
import { expectNone, type Violation } from './project/violations.ts';

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

test('no statement sets back the time of a record’s last change', () => {
  const assigning = productStatements.filter(({ text }) => /\bupdated_at = /.test(text));
  const settingBack = assigning.filter(({ text }) => /\bupdated_at = (?!greatest\()/.test(text));
  expect(assigning.length).toBeGreaterThan(20);
  expect(
    settingBack.map(({ name }) => name),
    'Write updated_at = greatest(updated_at, …).',
  ).toEqual([]);
});

describe('the checkers', () => {
  const columns = {
    ...identified,
    revision: uuid().says('nothing').default('gen_random_uuid()'),
    note: text().says('nothing'),
  };
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

/** Statements that lock rows in a mode other than FOR NO KEY UPDATE. */
function findLocks(statements: readonly Declared[]): Violation[] {
  return found(statements, ({ text }) => /\bFOR\s+(UPDATE|SHARE|KEY\s+SHARE)\b/i.test(text));
}

/** Statements that leave a value to the database. */
function findDefaults(statements: readonly Declared[]): Violation[] {
  return found(statements, ({ text }) => /\bDEFAULT\b/i.test(text));
}

/** Audited inserts and updates without a parameter `revision`. */
function findWithoutRevision(statements: readonly Declared[]): Violation[] {
  return found(
    statements,
    ({ text, recording, parameters }) =>
      recording === 'recorded' &&
      !/^WITH changed AS \(DELETE\b/i.test(text) &&
      !parameters.some(({ name }) => name === 'revision'),
  );
}

function found(statements: readonly Declared[], breaks: (statement: Declared) => boolean): Violation[] {
  return statements.filter(breaks).map(({ name, text }) => ({ location: name, what: text }));
}
