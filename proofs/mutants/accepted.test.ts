import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../test/support/process/program.ts';
import { acceptanceOf, accepted } from './accepted.ts';
import { mutantsOf } from './mutant.ts';
import { instrument } from './stryker.ts';

it('every accepted survivor is a change that the rules still make', async () => {
  const files = [...new Set(accepted.map(({ file }) => file))];
  const mutants = await Promise.all(
    files.map(async (file) => {
      const source = await readFile(join(projectRoot, file), 'utf8');
      return mutantsOf(file, source, (await instrument([{ name: file, content: source }])).mutants);
    }),
  );
  const needed = new Set(mutants.flat().map(acceptanceOf));
  expect(
    accepted.filter((entry) => !needed.has(entry)),
    'The line has changed: remove the entry, or write down why the new line’s change needs no test.',
  ).toEqual([]);
});

it('every accepted survivor has a reason of its own words', () => {
  expect(accepted.filter(({ reason }) => reason.split(' ').length < 4)).toEqual([]);
});
