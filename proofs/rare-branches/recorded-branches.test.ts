import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { Program, projectRoot } from '../../test/support/process/program.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { until } from '../../test/support/until.ts';
import { RARE_BRANCHES } from './branches.ts';
import { positionOf, recordBranches } from './recorded-branches.ts';

const scope = new TestScope();
afterEach(() => scope.clear());

test.each(Object.entries(RARE_BRANCHES))('%s: its source has the text where it begins once', (_, branch) => {
  expect(positionOf(branch)).toBeGreaterThan(0);
});

describe('of a process that is killed', () => {
  const PROGRAM = `function turn(n: number): void {
  if (n % 5 === 4)
    often();
  if (n < 0)
    never();
  try {
    if (n === 50) throw new Error('once');
  } catch (error) {
    if (n < 50) throw error;
    once();
  }
}
function often(): void {}
function never(): void {}
function once(): void {}
let n = 0;
setInterval(() => turn(n++), 20);
`;

  test('what it has entered is known, and what it has not', async () => {
    const file = join((await scope.dataDirectory()).path, 'program.ts');
    await writeFile(file, PROGRAM);
    const branches = ['often', 'never', 'once'].map((name) => [name, [file, `${name}();\n`]]);
    const recorded = await recordBranches(scope, Object.fromEntries(branches));
    const node = join(projectRoot, 'node_modules/.bin/node');
    const program = scope.run(Program.spawn(node, [file], { env: recorded.environment }));
    await until('both branches', () => recorded.notEntered().length === 1);
    program.kill('SIGKILL');
    await program.exited;
    expect(await recorded.end()).toEqual(['never']);
  });
});
