import { writeFile } from 'node:fs/promises';
import { bundleJsonSchema } from '../../cli/import/bundle/json-schema.ts';

/** `npm run docs:bundle`: writes the JSON Schema of an institution bundle anew. */
const file = new URL('../../docs/import-format.schema.json', import.meta.url);
await writeFile(file, `${JSON.stringify(bundleJsonSchema(), null, 2)}\n`);
