import { describe, expect, it } from 'vitest';
import { statement } from '../db/statement.ts';
import { AuditedTables } from './audited-tables.ts';

const tables = new AuditedTables({ things: { resource: 'thing', interim: ['things_release'] } });
const form = (text: string, name = 'x') => tables.auditedForm(statement(name, text));

describe('the audited form of a statement', () => {
  it('is none where no audited table is changed', () => {
    for (const text of [
      'SELECT * FROM things WHERE id = $1 FOR NO KEY UPDATE',
      'SELECT t.* FROM things t FOR UPDATE OF t',
      'INSERT INTO others SELECT * FROM things',
      'DELETE FROM others USING things',
      'UPDATE things_of_others SET a = 1',
    ])
      expect([text, form(text)]).toEqual([text, null]);
  });

  it('keeps the name, has the author behind the parameters, and is made once', () => {
    const insert = statement('things_insert', 'INSERT INTO things (id) SELECT * FROM unnest($2::uuid[], $11::text[])');
    const made = tables.auditedForm(insert);
    expect(made?.name).toBe('things_insert');
    expect(made?.text).toContain('$12::timestamptz, $13::text, $14::text, $15::uuid, $16::text, $17::text, $18::uuid');
    expect(tables.auditedForm(insert)).toBe(made);
  });

  it.each([
    ['UPDATE things SET revision = $1', 'things.id'],
    ['\n  update things t set revision = DEFAULT', 't.id'],
    ['UPDATE things AS t SET revision=$1 FROM others', 't.id'],
    ['DELETE FROM things WHERE id = $1', 'things.id'],
    ['DELETE FROM things t USING others', 't.id'],
    ['INSERT INTO things SELECT 1', 'things.id'],
    ['INSERT INTO things VALUES (1)', 'things.id'],
  ])('%s returns %s', (text, returned) => {
    expect(form(text)?.text).toContain(` ${returned}, `);
  });

  it.each([
    'INSERT INTO things VALUES ($1) RETURNING id',
    'INSERT INTO things VALUES ($1) ON CONFLICT DO NOTHING',
    'WITH gone AS (DELETE FROM things) SELECT 1',
    'WITH gone AS (DELETE FROM others) INSERT INTO things SELECT 1',
    'MERGE INTO things USING others ON true WHEN MATCHED THEN DELETE',
  ])('of what cannot be told is refused: %s', (text) => {
    expect(() => form(text)).toThrow('x changes things in a way that cannot be audited');
  });

  it('of an UPDATE wants a new revision, unless the rows are written again', () => {
    expect(() => form('UPDATE things SET a = 1')).toThrow('x changes things without a new revision');
    expect(form('UPDATE things SET a = 1', 'things_release')).toBeNull();
  });
});
