import { writeFile } from 'node:fs/promises';
import { configurationReference } from './configuration-reference.ts';

/** `npm run docs:configuration`: regenerates docs/configuration.md. */
await writeFile(new URL('../configuration.md', import.meta.url), configurationReference());
