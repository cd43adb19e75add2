import type pg from 'pg';
import { type Constraint, constraintsOf, LOCAL, placementOf, REFERENCE, tablesOf } from './distribution.ts';

/**
 * What a database of a service is distributed by its institutions with, as SQL for the coordinator of a Citus cluster. References to
 * distributed tables are dropped before and made again after: Citus wants the table that is referred to first, and some refer to each other.
 */
export async function distributionSql(client: pg.Client, service: string): Promise<string> {
  const tables = await tablesOf(client);
  const of = (placement: string) => tables.filter((table) => placementOf(table) === placement);
  const references = (await constraintsOf(client)).filter(({ kind }) => kind === 'f');
  const impossible = references.filter(isImpossible);
  const again = references.filter((each) => placementOf(each.table) === 'distributed');
  const [anchor = '', ...others] = ['idempotency_keys', ...of('distributed').filter((it) => it !== 'idempotency_keys')];
  return [
    `-- The database of ${service}, distributed by institution over the nodes of a Citus cluster.`,
    '-- Run on the coordinator, after the migrations, with the services stopped: docs/operations.md says how, and what was tried.',
    '-- Written by test/operations/citus.test.ts from the catalogue: npx vitest run test/operations/citus -u',
    '',
    'BEGIN;',
    "SET LOCAL citus.multi_shard_modify_mode TO 'sequential';",
    '',
    ...[...impossible, ...again].map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name};`),
    '',
    ...of('reference').flatMap((table) => [
      `-- Whole on every node: ${REFERENCE[table]}.`,
      `SELECT create_reference_table('${table}');`,
    ]),
    '-- An institution has the rows of all its tables on one node.',
    `SELECT create_distributed_table('${anchor}', 'institution_id', colocate_with => 'none');`,
    ...others.map(
      (table) => `SELECT create_distributed_table('${table}', 'institution_id', colocate_with => '${anchor}');`,
    ),
    '',
    ...again.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition};`),
    ...impossible.map(
      ({ table, name, target }) => `-- ${name} stays away: ${table} is on every node, ${target} is not.`,
    ),
    '',
    ...of('local').flatMap((table) => [
      `-- On the coordinator: ${LOCAL[table]}.`,
      `SELECT citus_add_local_table_to_metadata('${table}');`,
    ]),
    '',
    'COMMIT;',
    '',
  ].join('\n');
}

/** A table that is whole on every node can not refer to one that is not. */
export function isImpossible({ table, target }: Constraint): boolean {
  return placementOf(table) !== 'distributed' && target !== null && placementOf(target) === 'distributed';
}
