import { writeFile } from 'node:fs/promises';
import { licencesDocument } from './licences.ts';

/** `npm run docs:licences`: regenerates docs/licences.md. */
await writeFile(new URL('../licences.md', import.meta.url), await licencesDocument());
