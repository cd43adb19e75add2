import { beforeAll, expect, it } from 'vitest';
import { recordWays, type Ways } from './flows.ts';

/** How many of the project's files each request passes in one process. The numbers may only shrink: `npm run flows` prints the files. */
const FILES_AT_MOST: Readonly<Record<string, number>> = {
  'GET one': 38,
  'GET list': 44,
  'POST user': 64,
  // Both with the files by which writes share a transaction.
  'POST session': 79,
  'POST appointment': 92,
};

let ways: Ways;
beforeAll(async () => {
  ways = await recordWays(false);
});

it.each(Object.keys(FILES_AT_MOST))('%s passes through no more files than before', (name) => {
  const way = ways[name] ?? [];
  expect(way, `No way of this name among ${Object.keys(ways)}.`).not.toEqual([]);
  expect(way.length, `It passes\n${way.join('\n')}`).toBeLessThanOrEqual(FILES_AT_MOST[name] ?? 0);
});
