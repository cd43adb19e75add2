import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { migrationSql } from '../../dev/new-migration/migration-sql.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { PLATFORM_MIGRATIONS } from '../../platform/data/migrate.ts';
import { readCatalogue } from '../../platform/data/schema/catalogue.ts';
import type { Column } from '../../platform/data/schema/column.ts';
import { platformTables } from '../../platform/data/schema/platform-tables.ts';
import { schemaFileOf } from '../../platform/data/schema/schema-drift.ts';
import { storedName } from '../../platform/data/schema/table.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';

const stores = services.flatMap(({ name, migrations, tables }) => (migrations ? [{ name, migrations, tables }] : []));

/** `npx vitest run test/operations/committed-schemas.test.ts --update` writes the files after a migration. */
describe.each(stores)('what the migrations of $name make', ({ name, migrations, tables }) => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [name]);
  });
  afterAll(() => databases.drop());

  it('is committed beside them', async () => {
    const schema = Object.entries(await withClient({ connectionString: databases.url(name) }, readCatalogue));
    const isOfPlatform = ([table]: [string, unknown]) => platformTables.some((each) => each.name === table);
    const write = (each: typeof schema) => `${JSON.stringify(Object.fromEntries(each), null, 2)}\n`;
    const own = write(schema.filter((each) => !isOfPlatform(each)));
    await expect(own).toMatchFileSnapshot(fileURLToPath(schemaFileOf(migrations)));
    const ofPlatform = write(schema.filter(isOfPlatform));
    await expect(ofPlatform).toMatchFileSnapshot(fileURLToPath(schemaFileOf(PLATFORM_MIGRATIONS)));
  });

  it('has the declared tables', async () => {
    expect(await migrationSql(databases.url(name), [...platformTables, ...tables])).toBe('');
  });

  it('has the declared collations, which the generator does not tell from the database’s own', async () => {
    const schema = await withClient({ connectionString: databases.url(name) }, readCatalogue);
    for (const { name: table, columns } of [...platformTables, ...tables])
      for (const [column, { attributes }] of Object.entries<Column<unknown>>(columns)) {
        const [, collation] = / COLLATE (\w+)/.exec(schema[table]?.[`column ${storedName(column)}`] ?? '') ?? [];
        expect([table, column, attributes.collation]).toEqual([table, column, collation]);
      }
  });
});
