import { expect, it } from 'vitest';
import { Program } from '../support/process/program.ts';

it.each([
  {
    args: ['locations', 'nothing'],
    code: 0,
    output: 'The migrations of locations make the declared tables: nothing to write.\n',
  },
  { args: ['locations', 'Not-A-Name'], code: 2, output: 'Usage: npm run migration:new -- ' },
  { args: ['nowhere', 'room_colours'], code: 2, output: 'Usage: npm run migration:new -- ' },
])('npm run migration:new -- $args ends with $code', async ({ args, code, output }) => {
  const program = Program.node('dev/new-migration/main.ts', args);
  expect((await program.exited).code).toBe(code);
  expect(program.stdout + program.stderr).toContain(output);
});
