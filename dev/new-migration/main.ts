import { readdir, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { services } from '../../deploy/installation/services.ts';
import { PLATFORM_MIGRATIONS } from '../../platform/data/migrate.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { inMigratedDatabase } from './migrated-database.ts';
import { migrationSql } from './migration-sql.ts';

/**
 * `npm run migration:new -- SERVICE NAME`: writes the parts that the declared tables of a service, or of `platform`,
 * have and its migrations do not, as the next migration. The developer completes it.
 */
async function main([service, name = '']: readonly string[]): Promise<void> {
  const platform = { name: 'platform', migrations: PLATFORM_MIGRATIONS, tables: platformTables };
  const owner = [platform, ...services].find((each) => each.name === service);
  if (owner?.migrations === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
    process.stderr.write('Usage: npm run migration:new -- SERVICE NAME (such as: locations room_colours)\n');
    process.exitCode = 2;
    return;
  }
  const { migrations, tables } = owner;
  const others = owner === platform ? [] : platformTables;
  const sql = await inMigratedDatabase(owner === platform ? undefined : migrations, (url) =>
    migrationSql(url, tables, others),
  );
  if (sql === '') {
    process.stdout.write(`The migrations of ${owner.name} make the declared tables: nothing to write.\n`);
    return;
  }
  const last = (await readdir(migrations)).toSorted().at(-1) ?? '';
  const number = String(Number.parseInt(last, 10) + 1).padStart(4, '0');
  const file = new URL(`${number}_${name}.sql`, migrations);
  await writeFile(file, `-- Up Migration\n\n${sql}\n`);
  process.stdout.write(
    `${relative('', fileURLToPath(file))}: read it, and add what no declaration says (docs/tables.md#migrations).\n`,
  );
}

await main(process.argv.slice(2));
