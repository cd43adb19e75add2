import { writeFile } from 'node:fs/promises';
import { bundleJsonSchema } from '../../cli/import/json-schema.ts';

/** `npm run docs:bundle`: regenerates the JSON Schema of an institution bundle. */
const file = new URL('../import-format.schema.json', import.meta.url);
await writeFile(file, `${JSON.stringify(bundleJsonSchema(), null, 2)}\n`);
