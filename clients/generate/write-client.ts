import { writeFile } from 'node:fs/promises';
import { generatedFiles } from './generated-files.ts';

/** `npm run client:generate`: regenerates the client's files from the OpenAPI document. */
for (const [path, text] of generatedFiles()) await writeFile(new URL(`../../${path}`, import.meta.url), text);
