import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '../support/process/program.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-retried-'));
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a test that passes at its second attempt at the latest. */
function run(passesAt: 1 | 2): Promise<{ readonly code: number; readonly text: string }> {
  const test = `import { expect, it } from 'vitest';
let attempts = 0;
it('passes', { retry: 1 }, () => expect(++attempts).toBe(${passesAt}));\n`;
  const args = ['vitest', 'run', '--root', folder, '--reporter', join(projectRoot, '.ci/retried.js')];
  return writeFile(join(folder, 'a.test.mjs'), test).then(
    () =>
      new Promise((resolve) => {
        execFile('npx', args, { cwd: folder }, (error, stdout) => {
          resolve({ code: Number(error?.code ?? 0), text: stdout });
        });
      }),
  );
}

it('a case that passes only when it is repeated fails the run, and is named', async () => {
  expect(await run(2)).toEqual({ code: 1, text: expect.stringContaining('retried: a.test.mjs > passes') });
});

it('a case that passes at once does not', async () => {
  expect(await run(1)).toEqual({ code: 0, text: expect.not.stringContaining('retried') });
});
