import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { samples } from '../../../dev/testing/probe/samples.ts';
import { text, uuid } from '../schema/column.ts';
import { table } from '../schema/table.ts';
import { bind } from './parameters.ts';
import { declare, declaredStatements } from './prepared.ts';
import { changeRows, insertRow, insertRows } from './row-statements.ts';
import { sqlPointRead, sqlStatement } from './sql-statement.ts';
import { statementsOf } from './statements-of.ts';

/** What a statement is refused for when its module is loaded, or for what it is given. */
const things = table('refused_things', {
  columns: { institutionId: uuid(), id: uuid(), revision: uuid(), note: text().nullable() },
  primaryKey: ['institutionId', 'id'],
  audited: { resource: 'thing' },
});
const { prepare } = statementsOf([samples, things]);

const ID = { id: uuid() };
const NEW = { id: uuid(), revision: uuid() };

describe('a statement is refused at load', () => {
  it('with a value in it', () => {
    expect(() =>
      prepare(samples, 'with_value', ID, (db, $) =>
        db.selectFrom('samples').select('id').where('id', '=', $.id).where('title', '=', 'a'),
      ),
    ).toThrow('a value stands in a statement: a');
  });

  it('with a parameter that it does not use', () => {
    expect(() => prepare(samples, 'unused', ID, (db) => db.selectFrom('samples').select('id'))).toThrow(
      'samples_unused does not use its parameter id',
    );
  });

  it('with a column of its result that has no name', () => {
    expect(() => prepare(samples, 'nameless', {}, (db) => db.selectFrom('samples').selectAll())).toThrow('has no name');
  });

  it('under the name of another, or one that the server would cut', () => {
    const named = (purpose: string) =>
      sqlStatement(samples, purpose, { parameters: {}, result: {}, text: () => 'SELECT FROM samples' });
    named('named_once');
    expect(() => named('named_once')).toThrow('two statements are called samples_named_once');
    expect(declaredStatements().filter(({ name }) => name === 'samples_named_once')).toHaveLength(1);
    const longest = 'x'.repeat(63 - 'samples_'.length);
    named(longest);
    expect(() => named(`${longest}y`)).toThrow('longer than the server keeps');
    expect(() => named(`${longest.slice(1)}ä`)).toThrow('longer than the server keeps');
  });

  it('on a column that its table has not', () => {
    expect(() => changeRows(samples, 'absent', { shared: ['institutionId'], set: ['none' as 'title'] })).toThrow(
      'samples has no column none',
    );
  });
});

describe('a change of an audited table is refused at load', () => {
  it('within another statement', () => {
    expect(() =>
      prepare(things, 'within', ID, (db, $) =>
        db
          .with('gone', (cte) => cte.deleteFrom('refused_things').where('id', '=', $.id).returning('id'))
          .selectFrom('gone')
          .select('id'),
      ),
    ).toThrow('in a way that cannot be audited');
    expect(() =>
      prepare(things, 'beside', ID, (db, $) =>
        db
          .with('gone', (cte) => cte.deleteFrom('samples').where('id', '=', $.id))
          .deleteFrom('refused_things')
          .where('id', '=', $.id),
      ),
    ).toThrow('in a way that cannot be audited');
  });

  it('with RETURNING, ON CONFLICT or MERGE', () => {
    const texts = things.columns;
    expect(() =>
      prepare(things, 'returning', ID, (db, $) =>
        db.deleteFrom('refused_things').where('id', '=', $.id).returning('note'),
      ),
    ).toThrow('in a way that cannot be audited');
    expect(() =>
      prepare(things, 'on_conflict', texts, (db, $) =>
        db
          .insertInto('refused_things')
          .values($)
          .onConflict((conflict) => conflict.doNothing()),
      ),
    ).toThrow('in a way that cannot be audited');
    expect(() =>
      prepare(
        things,
        'merge',
        {},
        (db) =>
          db
            .mergeInto('refused_things')
            .using('samples', 'samples.id', 'refused_things.id')
            .whenMatched()
            .thenDelete() as never,
      ),
    ).toThrow('in a way that cannot be audited');
  });

  it('when it keeps the revision', () => {
    expect(() =>
      prepare(things, 'same_revision', { id: uuid(), note: text() }, (db, $) =>
        db.updateTable('refused_things').set({ note: $.note }).where('id', '=', $.id),
      ),
    ).toThrow('without a new revision');
    expect(() => changeRows(things, 'same_revisions', { shared: ['institutionId'], set: ['note'] })).toThrow(
      'without a new revision',
    );
  });

  it('as interim or expired when it is of another kind', () => {
    expect(() =>
      prepare(things, 'interim', things.columns, (db, $) => db.insertInto('refused_things').values($), 'interim'),
    ).toThrow('refused_things_interim is not interim');
    expect(() =>
      prepare(
        things,
        'expired',
        NEW,
        (db, $) => db.updateTable('refused_things').set({ revision: $.revision }).where('id', '=', $.id),
        'expired',
      ),
    ).toThrow('refused_things_expired is not expired');
  });

  it('but not otherwise: it writes its records', () => {
    const written = [
      insertRow(things),
      prepare(things, 'revise', NEW, (db, $) =>
        db.updateTable('refused_things as t').set({ revision: $.revision }).where('t.id', '=', $.id),
      ),
      prepare(things, 'remove', ID, (db, $) => db.deleteFrom('refused_things').where('id', '=', $.id)),
    ];
    for (const { recording, text: form } of written) {
      expect(recording).toBe('recorded');
      expect(form).toContain('INSERT INTO audit_log');
    }
  });
});

describe('values are refused', () => {
  it('when one is missing, of the statement, of a row or of a key', () => {
    const insert = insertRows(things, { shared: ['institutionId'] });
    const row = { id: 'a', revision: 'b', note: null };
    expect(bind(insert, { institutionId: 'i', rows: [row] })).toEqual(['i', ['a'], ['b'], [null]]);
    expect(() => bind(insert, { rows: [row] })).toThrow(`${insert.name} is given no institutionId`);
    const { note, ...rest } = row;
    expect(note).toBeNull();
    expect(() => bind(insert, { institutionId: 'i', rows: [row, rest] })).toThrow(`${insert.name} is given no note`);
    const read = sqlPointRead(things, 'read', {
      key: { institutionId: uuid(), id: uuid() },
      result: {},
      text: 'SELECT',
    });
    expect(bind(read, { id: 'a', institutionId: 'i' })).toEqual(['i', 'a']);
    expect(() => bind(read, { institutionId: 'i' })).toThrow('refused_things_read is given no id');
  });

  it('never as texts in the statement: a raw part has its placeholders, too', () => {
    const { text: form, parameters } = prepare(samples, 'raw', { a: text(), b: text() }, (db, $) =>
      db.selectFrom('samples').select(sql<string>`${$.b} || ${$.a} || ${$.b}`.as('joined')).where('title', '=', $.a),
    );
    expect(form).toBe('select $1 || $2 || $1 as "joined" from "samples" where "title" = $2');
    expect(parameters.map(({ name }) => name)).toEqual(['b', 'a']);
  });
});

it('a statement on record has the purpose alone for its name where it is on no table', () => {
  expect(declare(null, 'refusals_on_no_table', { text: 'SELECT 1', parameters: [] }).name).toBe('refusals_on_no_table');
});
