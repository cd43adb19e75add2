import { writeFile } from 'node:fs/promises';
import { services } from '../../deploy/installation/services.ts';
import { committedSchemas } from './committed-schemas.ts';
import { inMigratedDatabase } from './migrated-database.ts';

/** `npm run tables:write`: writes the schema that the migrations of each service make beside them. */
for (const { migrations } of services) {
  if (!migrations) continue;
  const schemas = await inMigratedDatabase(migrations, (url) => committedSchemas(migrations, url));
  for (const [file, text] of schemas) await writeFile(file, text);
}
