import { writeFile } from 'node:fs/promises';
import { privacyRegister } from './privacy.ts';

/** `npm run docs:privacy`: regenerates docs/privacy.md. */
await writeFile(new URL('../privacy.md', import.meta.url), privacyRegister());
