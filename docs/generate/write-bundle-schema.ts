import { writeFile } from 'node:fs/promises';
import { bundleJsonSchema } from '../../bundle/format/json-schema.ts';
import { bundleFormat } from '../../cli/import/sections.ts';

/** `npm run docs:bundle`: regenerates the JSON Schema of an institution bundle. */
const file = new URL('../import-format.schema.json', import.meta.url);
await writeFile(file, `${JSON.stringify(bundleJsonSchema(bundleFormat), null, 2)}\n`);
