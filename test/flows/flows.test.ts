import { beforeAll, expect, it } from 'vitest';
import { type FlowFiles, recordFlows } from './flows.ts';

/** How many of the project's files each request passes in one process. The numbers may only shrink: `npm run flows` prints the files. */
const MAX_FILES: Readonly<Record<string, number>> = {
  'GET one': 49,
  'GET list': 55,
  'POST user': 74,
  // Both with the files by which writes share a transaction.
  'POST session': 88,
  'POST appointment': 97,
};

let flowFiles: FlowFiles;
beforeAll(async () => {
  flowFiles = await recordFlows();
});

it.each(Object.keys(MAX_FILES))('%s passes through no more files than before', (name) => {
  const files = flowFiles[name] ?? [];
  expect(files, `No way of this name among ${Object.keys(flowFiles)}.`).not.toEqual([]);
  expect(files.length, `It passes\n${files.join('\n')}`).toBeLessThanOrEqual(MAX_FILES[name] ?? 0);
});
