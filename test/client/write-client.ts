import { writeFile } from 'node:fs/promises';
import { generatedFiles } from './generate/generated-files.ts';

/** `npm run client:generate`: writes what the client has of the OpenAPI document anew. */
for (const [path, text] of generatedFiles()) await writeFile(new URL(`../../${path}`, import.meta.url), text);
