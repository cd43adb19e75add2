import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { declaredStatements } from '../../services/chassis/db/statements/prepared.ts';
import { services } from '../../system/services.ts';
import { isProduction, projectFiles } from '../architecture/project/project.ts';
import { SourceFile } from '../architecture/project/source-file.ts';
import { expectNone } from '../architecture/project/violations.ts';
import { asksAll, findStatementsOverAll } from './statements-over-all.ts';

const distributed = services.flatMap(({ name }) => {
  const sql = readFileSync(new URL(`../../docs/citus/${name}.sql`, import.meta.url), 'utf8');
  return [...sql.matchAll(/create_distributed_table\('(\w+)'/g)].map(([, table = '']) => table);
});

test('statements name the institution, so that a cluster asks one shard', () => {
  const declared = declaredStatements().filter(({ text }) => asksAll(text, distributed));
  expectNone(
    [
      ...findStatementsOverAll(projectFiles().filter(isProduction), distributed),
      ...declared.map(({ name, text }) => ({ place: name, what: text })),
    ],
    'Ask for institution_id = $1; docs/operations.md says what becomes of those that ask for all.',
    {
      janitor_keys: 'what has expired of all institutions, every ten minutes',
      appointments_remove_tombstones: 'likewise',
    },
  );
});

test('the checker finds a statement over all institutions', () => {
  const file = new SourceFile(
    'services/a/b.ts',
    "statement('all', 'SELECT 1 FROM users'); statement('one', `SELECT 1 FROM users WHERE institution_id = $1`);",
  );
  expect(findStatementsOverAll([file], ['users']).map(({ place }) => place)).toEqual(['all']);
});
