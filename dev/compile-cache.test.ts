import { expect, it } from 'vitest';
import { Program, projectRoot } from '../test/support/process/program.ts';

it('caches compiled code beside the packages', async () => {
  const program = Program.spawn(`${projectRoot}node_modules/.bin/node`, [
    '--import',
    './dev/compile-cache.js',
    '--print',
    'require("node:module").getCompileCacheDir()',
  ]);
  expect([await program.exited, program.stderr]).toEqual([{ code: 0, signal: null }, '']);
  expect(program.stdout).toContain(`${projectRoot}node_modules/.cache/compile/`);
});
