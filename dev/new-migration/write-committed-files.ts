import { writeFile } from 'node:fs/promises';
import { services } from '../../deploy/installation/services.ts';
import { committedFiles } from './committed-files.ts';
import { inMigratedDatabase } from './migrated-database.ts';

/** `npm run tables:write`: writes the schema and the statements of each service beside its migrations. */
for (const { name, migrations, tables } of services) {
  if (!migrations) continue;
  const files = await inMigratedDatabase(migrations, (url) => committedFiles({ name, migrations, tables }, url));
  for (const [file, text] of files) await writeFile(file, text);
}
