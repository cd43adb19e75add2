import { expect, it } from 'vitest';
import { Program } from '../support/process/program.ts';

/** Types, style and contracts, one after the other: each of them uses all processors. */
it.each(['check:types', 'check:style', 'check:proto'])(
  'npm run %s',
  async (script) => {
    const check = Program.spawn('npm', ['run', '--silent', script]);
    const { code } = await check.exited;
    expect(code, check.stdout + check.stderr).toBe(0);
  },
  300_000,
);
