import { recordFlows } from './flows.ts';

/** `npm run flows`: prints the files that each of a few requests passes, in order. */
for (const [name, files] of Object.entries(await recordFlows(true))) {
  process.stdout.write(`${name}: ${files.length} files\n${files.map((file) => `  ${file}\n`).join('')}\n`);
}
