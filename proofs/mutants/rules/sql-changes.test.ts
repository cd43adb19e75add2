import { describe, expect, it } from 'vitest';
import { changesOfSql } from './sql-changes.ts';

const changesOf = (sql: string) => [...changesOfSql(sql)];

describe('an SQL text is changed in one place at a time', () => {
  it.each([
    ['SELECT a FROM t ORDER BY a DESC', ['SELECT a FROM t ORDER BY a ASC']],
    ['SELECT a FROM t LIMIT 1', ['SELECT a FROM t LIMIT 2']],
    ['SELECT DISTINCT a FROM t', ['SELECT a FROM t']],
    ['SELECT a FROM t FOR NO KEY UPDATE', ['SELECT a FROM t']],
    ['UPDATE t SET a = greatest(a, \u0001)', ['UPDATE t SET a = least(a, \u0001)']],
    [
      'SELECT a FROM t WHERE b <= \u0001',
      ['SELECT a FROM t WHERE b < \u0001', 'SELECT a FROM t WHERE (b <= \u0001 OR TRUE)'],
    ],
    [
      'SELECT a FROM t WHERE (a, b) = (1, 2) AND c IS NULL ORDER BY a',
      [
        'SELECT a FROM t WHERE (a, b) = (1, 2) AND c IS NOT NULL ORDER BY a',
        'SELECT a FROM t WHERE ((a, b) = (1, 2) OR TRUE) AND c IS NULL ORDER BY a',
        'SELECT a FROM t WHERE (a, b) = (1, 2) AND (c IS NULL OR TRUE) ORDER BY a',
      ],
    ],
    [
      'DELETE FROM t WHERE NOT EXISTS (SELECT FROM u WHERE u.id = t.id)',
      [
        'DELETE FROM t WHERE EXISTS (SELECT FROM u WHERE u.id = t.id)',
        'DELETE FROM t WHERE (NOT EXISTS (SELECT FROM u WHERE u.id = t.id) OR TRUE)',
        'DELETE FROM t WHERE NOT EXISTS (SELECT FROM u WHERE (u.id = t.id OR TRUE))',
      ],
    ],
  ])('%s', (sql, expected) => {
    expect(changesOf(sql)).toEqual(expected);
  });

  it('and keeps the second half of BETWEEN, and DISTINCT ON', () => {
    expect(changesOf('SELECT DISTINCT ON (a) a FROM t WHERE b BETWEEN 1 AND 2 AND c = 3')).toEqual([
      'SELECT DISTINCT ON (a) a FROM t WHERE b BETWEEN 1 AND 2 AND (c = 3 OR TRUE)',
    ]);
  });

  it('and no other text is', () => {
    expect(changesOf('must be at least 3 < 4, and select one')).toEqual([]);
  });
});
