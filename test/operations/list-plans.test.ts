import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { openClient } from '../../libraries/pg-batch/index.ts';
import type { Declared } from '../../libraries/typed-sql/index.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { explainText, mostRowsMet } from '../support/postgres/explain.ts';
import { argumentOf, fillTables, LIMIT } from '../support/postgres/fill-tables.ts';
import { productStatements } from '../support/postgres/product-statements.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';

/** Rows that a page may read to find those it shows: ten pages, see changedKeys. */
const FEW = 10 * LIMIT;

/** Statements that read more, at most this many, with the reason. */
const MORE: Readonly<Record<string, readonly [most: number, reason: string]>> = {
  users_list_synced: [5_000, 'SCIM asks for pages by number, and every tenth user is archived'],
  user_group_members_rules_by_group: [
    5_000,
    'looks at each group that has chosen rules, of which institutions have few',
  ],
  users_scan_by_name: [10_000, 'looks at a number of people that the caller gives: people-plans.test.ts'],
  time_records_logs_of_all: [
    5_000,
    'looks at a bounded number of logs to find those of a group: listed-records-plans.test.ts',
  ],
  outbox_recent_of: [5_000, 'a freeze looks at the last hour of all institutions, by one index or another'],
  users_list_of_large_group: [5_000, 'is for groups with most of the users: group-plans.test.ts'],
};

/** The statements whose pages end by a parameter. */
const lists = productStatements.filter(
  ({ isRead, recording, text }) => isRead && recording === null && /LIMIT \$\d/.test(text),
);

const stores = services
  .map(({ name, tables }, at) => ({ name, tables: at === 0 ? [...platformTables, ...tables] : tables }))
  .map((store) => ({
    ...store,
    own: lists.filter(({ table }) => store.tables.some(({ name }) => name === table?.name)),
  }));

describe.each(stores.filter(({ own }) => own.length > 0))('the pages of $name', ({ name, tables, own }) => {
  let databases: TestDatabases;
  let client: pg.Client;
  const sql = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows;
  beforeAll(async () => {
    databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [name]);
    client = await openClient({ connectionString: databases.url(name) });
    await fillTables(sql, tables);
  });
  afterAll(async () => {
    await client.end();
    await databases.drop();
  });

  it.each(own)('$name reads few rows, by an index', async (statement) => {
    const [most = FEW] = MORE[statement.name] ?? [];
    for (const isFiltered of [true, false]) {
      const values = statement.parameters.map((parameter, at) =>
        isFiltered || !isOptional(statement, at) ? argumentOf(statement, parameter, tables) : 'NULL',
      );
      const plan = await explainText({ sql }, statement.text, values);
      expect(plan).not.toMatch(/Seq Scan/);
      expect(mostRowsMet(plan), `${statement.name}(${values.join()})\n${plan}`).toBeLessThanOrEqual(most);
    }
  });
});

/** Whether a parameter may be null, for no filter. */
function isOptional({ text }: Declared, at: number): boolean {
  return new RegExp(`\\$${at + 1}::[^$]* IS NULL`).test(text);
}
