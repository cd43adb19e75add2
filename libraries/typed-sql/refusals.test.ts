import { describe, expect, it } from 'vitest';
import { table } from '../../platform/data/tables.ts';
import { samples } from '../../test/support/probe/samples.ts';
import { bind } from '../pg-batch/index.ts';
import { text, uuid } from './column.ts';
import { declare, declaredStatements } from './declared.ts';
import { changeRows, insertRow, insertRows } from './row-statements.ts';
import { sqlPointRead, sqlStatement, sqlUpdate } from './sql-statement.ts';

/** Why a statement is rejected when its module is loaded, or because of its values. */
const things = table('refused_things', {
  columns: {
    institutionId: uuid().says('nothing'),
    id: uuid().says('nothing'),
    revision: uuid().says('nothing'),
    note: text().says('nothing').nullable(),
  },
  primaryKey: ['institutionId', 'id'],
  audited: { resource: 'thing' },
});

it('a table that does not say what it holds, and whose, does not compile', () => {
  const owned = { institutionId: uuid().says('nothing') };
  const primaryKey = ['institutionId'] as const;
  // @ts-expect-error: `note` says nothing of it.
  table('unsaid', { columns: { ...owned, note: text() }, primaryKey });
  // @ts-expect-error: a misspelt word.
  table('misspelt', { columns: { ...owned, note: text().says('texts') }, primaryKey, whose: 'nobody' });
  // @ts-expect-error: whose the text is.
  table('whose_text', { columns: { ...owned, note: text().says('text') }, primaryKey });
  // @ts-expect-error: not a column of it.
  table('whose_column', { columns: { ...owned, note: text().says('text') }, primaryKey, whose: 'userId' });
  // @ts-expect-error: without the institution's column, why it belongs to none.
  table('whose_rows', { columns: { id: uuid().says('nothing') }, primaryKey: ['id'] });
  const said = table('said', {
    columns: { ...owned, note: text().says('text').nullable() },
    primaryKey,
    whose: 'nobody',
  });
  expect(said.columns.note.meaning).toEqual({ says: 'text' });
});

describe('a statement is rejected at load', () => {
  it('with the name of another, or a name that the server would truncate', () => {
    const named = (purpose: string) =>
      sqlStatement(samples, purpose, { parameters: {}, result: {}, text: () => 'SELECT FROM samples' });
    named('named_once');
    expect(() => named('named_once')).toThrow('two statements have the name samples_named_once');
    expect(declaredStatements().filter(({ name }) => name === 'samples_named_once')).toHaveLength(1);
    const longest = 'x'.repeat(63 - 'samples_'.length);
    named(longest);
    expect(() => named(`${longest}y`)).toThrow('is longer than 63 bytes');
    expect(() => named(`${longest.slice(1)}ä`)).toThrow('is longer than 63 bytes');
  });

  it('with a column that its table does not have', () => {
    expect(() => changeRows(samples, 'absent', { shared: ['institutionId'], set: ['none' as 'title'] })).toThrow(
      'samples has no column none',
    );
  });
});

describe('a change of an audited table', () => {
  it('is rejected at load if it keeps the revision', () => {
    const keeping = { shared: ['institutionId'], set: ['note'] } as const;
    expect(() => changeRows(things, 'same_revisions', keeping)).toThrow('without a new revision');
    expect(() =>
      sqlUpdate(things, 'same_revision', {
        parameters: { id: uuid(), note: text() },
        text: ($) => `UPDATE refused_things SET note = ${$.note} WHERE id = ${$.id}`,
      }),
    ).toThrow('without a new revision');
  });

  it('writes its audit records otherwise', () => {
    const update = sqlUpdate(things, 'revise', {
      parameters: { id: uuid(), revision: uuid() },
      text: ($) => `UPDATE refused_things SET revision = ${$.revision} WHERE id = ${$.id}`,
    });
    for (const { takesContext, text: form } of [insertRow(things), update]) {
      expect(takesContext).toBe(true);
      expect(form).toContain('INSERT INTO audit_log');
    }
  });
});

describe('a read is rejected', () => {
  it.each([
    'INSERT INTO refused_things DEFAULT VALUES',
    'WITH gone AS (DELETE FROM refused_things RETURNING id) SELECT id FROM gone',
    'SELECT id FROM refused_things FOR NO KEY UPDATE',
    'SELECT id FROM refused_things FOR KEY SHARE',
    'DROP TABLE refused_things',
  ])('that changes or locks rows: %s', (sql) => {
    expect(() => declare(null, 'refused_read', { text: sql, parameters: [], isRead: true })).toThrow('is no read');
  });
});

describe('values are rejected', () => {
  it('if one of the statement, of a row or of a key is missing', () => {
    const insert = insertRows(things, { shared: ['institutionId'] });
    const row = { id: 'a', revision: 'b', note: null };
    expect(bind(insert, { institutionId: 'i', rows: [row] })).toEqual(['i', ['a'], ['b'], [null]]);
    expect(() => bind(insert, { rows: [row] })).toThrow(`${insert.name} needs a value for institutionId`);
    const { note, ...rest } = row;
    expect(note).toBeNull();
    expect(() => bind(insert, { institutionId: 'i', rows: [row, rest] })).toThrow(
      `${insert.name} needs a value for note`,
    );
    const read = sqlPointRead(things, 'read', {
      key: { institutionId: uuid(), id: uuid() },
      result: {},
      text: 'SELECT',
    });
    expect(bind(read, { id: 'a', institutionId: 'i' })).toEqual(['i', 'a']);
    expect(() => bind(read, { institutionId: 'i' })).toThrow('refused_things_read needs a value for id');
  });
});

it('the name of a statement without a table is its purpose alone', () => {
  expect(declare(null, 'refusals_on_no_table', { text: 'SELECT 1', parameters: [], isRead: true }).name).toBe(
    'refusals_on_no_table',
  );
});
