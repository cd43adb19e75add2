import { recordFlows } from './flows.ts';

/** `npm run flows`: prints the files each of a few requests passes through. */
for (const [name, files] of Object.entries(await recordFlows())) {
  process.stdout.write(`${name}: ${files.length} files\n${files.map((file) => `  ${file}\n`).join('')}\n`);
}
