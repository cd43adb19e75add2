import { writeFile } from 'node:fs/promises';
import { configurationReference } from './configuration-reference.ts';

/** `npm run docs:configuration`: writes docs/configuration.md anew. */
await writeFile(new URL('../../docs/configuration.md', import.meta.url), configurationReference());
