import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { committedSchemas } from '../../dev/new-migration/committed-schemas.ts';
import { migrationSql } from '../../dev/new-migration/migration-sql.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';

const stores = services.flatMap(({ name, migrations, tables }) => (migrations ? [{ name, migrations, tables }] : []));

describe.each(stores)('what the migrations of $name make', (store) => {
  const { name, tables } = store;
  const declared = [...platformTables, ...tables];
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [name]);
  });
  afterAll(() => databases.drop());

  it('is committed beside them (npm run tables:write)', async () => {
    for (const [file, text] of await committedSchemas(store.migrations, databases.url(name))) {
      const path = relative('', fileURLToPath(file));
      expect({ path, text: await readFile(file, 'utf8') }).toEqual({ path, text });
    }
  });

  it('is what the tables declare, so that `npm run migration:new` has nothing to write', async () => {
    expect(await migrationSql(databases.url(name), declared)).toBe('');
  });
});
