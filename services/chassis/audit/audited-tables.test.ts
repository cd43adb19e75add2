import { describe, expect, it } from 'vitest';
import { statement } from '../db/statement.ts';
import { AuditedTables } from './audited-tables.ts';

const tables = new AuditedTables({
  things: { resource: 'thing', interim: ['things_release'], expiry: ['things_expire'] },
});
const form = (text: string, name = 'x') => tables.auditedForm(statement(name, text));

describe('the audited form of a statement', () => {
  it('is none where no audited table is changed', () => {
    for (const text of [
      'SELECT * FROM things WHERE id = $1 FOR NO KEY UPDATE',
      'SELECT t.* FROM things t FOR UPDATE OF t',
      'INSERT INTO others SELECT * FROM things',
      'DELETE FROM others USING things',
      'UPDATE things_of_others SET a = 1',
      'INSERT INTO others VALUES (1) ON CONFLICT (a) DO UPDATE SET a = (SELECT count(*) FROM things)',
      'MERGE INTO others USING things ON true WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (1)',
      "SELECT 'DELETE FROM things', $a$DELETE FROM things$a$ /* DELETE /* FROM */ things */ -- DELETE FROM things",
      'UPDATE "Things" SET a = 1',
      'SELECT * FROM things t FOR NO KEY UPDATE',
    ])
      expect([text, form(text)]).toEqual([text, null]);
  });

  it('keeps the name, has the author behind the parameters, and is made once', () => {
    const insert = statement('things_insert', 'INSERT INTO things (id) SELECT * FROM unnest($2::uuid[], $11::text[])');
    const made = tables.auditedForm(insert);
    expect(made?.name).toBe('things_insert');
    expect(made?.text).toContain(
      '$12::timestamptz, $13::text, $14::text, $15::text, $16::uuid, $17::text, $18::text, $19::uuid',
    );
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
    ['INSERT INTO things AS t VALUES (1)', 't.id'],
    ['DELETE/**/FROM ONLY "things"', '"things".id'],
    ['delete from Public . THINGS * AS "T x" where true', '"T x".id'],
    ['-- all\nUPDATE "public"."things" SET a = (SELECT 1), "revision" = $1', '"public"."things".id'],
  ])('%s returns %s', (text, returned) => {
    expect(form(text)?.text).toContain(` ${returned}, `);
  });

  it.each([
    'INSERT INTO things VALUES ($1) RETURNING id',
    'INSERT INTO things VALUES ($1) ON CONFLICT DO NOTHING',
    'WITH gone AS (DELETE FROM things) SELECT 1',
    'WITH gone AS (DELETE FROM others) INSERT INTO things SELECT 1',
    'MERGE INTO things USING others ON true WHEN MATCHED THEN DELETE',
    'WITH gone AS (DELETE FROM "things" RETURNING 1) SELECT 1',
    'WITH RECURSIVE a AS (SELECT 1 AS k) SEARCH DEPTH FIRST BY k SET key UPDATE things SET revision = $1',
    'DELETE FROM ONLY (things)',
    'TRUNCATE others, things',
    'COPY things FROM STDIN',
    'EXPLAIN ANALYZE DELETE FROM things',
    'DO $$ BEGIN DELETE FROM things; END $$',
    'ALTER TABLE things DROP COLUMN a',
  ])('of what cannot be told is refused: %s', (text) => {
    expect(() => form(text)).toThrow('x changes things in a way that cannot be audited');
  });

  it('of an UPDATE wants a new revision, unless the rows are written again', () => {
    for (const text of [
      'UPDATE things SET a = 1',
      'UPDATE things SET a = 1 WHERE revision = $1',
      'UPDATE things SET a = revision = $1',
      'UPDATE things SET a = (SELECT b, revision = $1 FROM others)',
      "UPDATE things SET a = ', revision ='",
    ])
      expect(() => form(text)).toThrow('x changes things without a new revision');
    expect(form('UPDATE things SET a = 1', 'things_release')).toBeNull();
  });
});

describe('a statement of no transaction', () => {
  const read = (text: string, name = 'x') => tables.requireRead(statement(name, text));

  it('may read, and remove after its time what was recorded as deleted', () => {
    read('SELECT * FROM things');
    read('DELETE FROM things WHERE at <= $1 RETURNING 1', 'things_expire');
  });

  it.each([
    'UPDATE things SET revision = $1',
    'WITH gone AS (DELETE FROM things RETURNING 1) SELECT 1',
    "CALL clear('things')",
  ])('changes nothing that is audited: %s', (text) => {
    expect(() => read(text)).toThrow('x changes things outside of a transaction');
  });
});

it.each(["SELECT 'a", 'SELECT "a', 'SELECT 1 /* a /* b */', 'DELETE FROM U&"\\0074hings"', 'SELECT $a$ b $A$'])(
  'a statement that cannot be read is refused: %s',
  (text) => {
    expect(() => form(text)).toThrow();
  },
);
