import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { services } from '../../deploy/installation/services.ts';
import { committedSchemas, committedStatements } from './committed-files.ts';
import { inMigratedDatabase } from './migrated-database.ts';

/**
 * `npm run tables:write`: writes the schema and the statements of each service beside its migrations. With
 * `--check-statements` it writes nothing, and prints the files with other statements than those committed.
 */
if (process.argv.includes('--check-statements')) {
  for (const [file, text] of committedStatements())
    if ((await readFile(file, 'utf8').catch(() => '')) !== text)
      process.stdout.write(`${relative('', fileURLToPath(file))}\n`);
} else {
  for (const [file, text] of committedStatements()) await writeFile(file, text);
  for (const { migrations } of services) {
    if (!migrations) continue;
    const schemas = await inMigratedDatabase(migrations, (url) => committedSchemas(migrations, url));
    for (const [file, text] of schemas) await writeFile(file, text);
  }
}
