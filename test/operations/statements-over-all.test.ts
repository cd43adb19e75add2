import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { services } from '../../installation/services.ts';
import { instant, uuid } from '../../platform/data/schema/column.ts';
import { table } from '../../platform/data/schema/table.ts';
import type { Declared } from '../../platform/data/statements/prepared.ts';
import { lockRow } from '../../platform/data/statements/row-statements.ts';
import { expectNone } from '../architecture/project/violations.ts';
import { productStatements } from '../support/product-statements.ts';
import { findStatementsOverAll } from './statements-over-all.ts';

const distributed = services.flatMap(({ name }) => {
  const sql = readFileSync(new URL(`../../docs/citus/${name}.sql`, import.meta.url), 'utf8');
  return [...sql.matchAll(/create_distributed_table\('(\w+)'/g)].map(([, named = '']) => named);
});

test('statements take the institution, so that a cluster asks one shard', () => {
  expectNone(
    findStatementsOverAll(productStatements, distributed),
    'Ask for the institution; docs/operations.md says what becomes of statements that ask for all.',
    {
      idempotency_keys_remove_expired: 'what has expired of all institutions, every ten minutes',
      audit_log_make_partitions: 'makes tables, and names no rows',
    },
  );
});

test('the checker finds a statement over all institutions, but for one that removes what has served its time', () => {
  const columns = { institutionId: uuid(), id: uuid(), deletedAt: instant() };
  const lessons = table('checked_lessons', { columns, primaryKey: ['institutionId', 'id'] });
  const ofAll = lockRow(lessons, ['id'], ['id']);
  const ofOne = lockRow(lessons, ['institutionId', 'id'], ['id']);
  const expired: Declared = { ...ofAll, name: 'checked_lessons_expired', recording: 'expired' };
  const found = (names: readonly string[]) =>
    findStatementsOverAll([ofAll, ofOne, expired], names).map(({ place }) => place);
  expect(found(['checked_lessons'])).toEqual(['checked_lessons_lock_by_id']);
  expect(found(['others'])).toEqual([]);
});
