import { readFile, writeFile } from 'node:fs/promises';
import { accessibilityPage, PAGE, readReport } from './accessibility.ts';

/** `npm run docs:accessibility`: regenerates the tables of docs/accessibility.md. */
await writeFile(PAGE, accessibilityPage(await readFile(PAGE, 'utf8'), readReport()));
