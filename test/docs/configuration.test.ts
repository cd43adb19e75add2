import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { configurationReference } from '../../docs/generate/configuration-reference.ts';

test('docs/configuration.md lists exactly the variables the processes read', async () => {
  const written = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  expect(written, 'Run npm run docs:configuration.').toBe(configurationReference());
});
