import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../support/process/program.ts';
import bounds from './bounds.json' with { type: 'json' };
import { type FlowFiles, recordFlows } from './flows.ts';

/** How many of the project's files each request passes in one process: `npm run flows` prints them. */
const names = Object.keys(bounds) as (keyof typeof bounds)[];

let flowFiles: FlowFiles;
beforeAll(async () => {
  flowFiles = await recordFlows();
});

describe.each(names)('%s', (name) => {
  it('passes through no more files than its bound', () => {
    const files = flowFiles[name] ?? [];
    expect(files, `No way of this name among ${Object.keys(flowFiles)}.`).not.toEqual([]);
    expect(files.length, `It passes\n${files.join('\n')}`).toBeLessThanOrEqual(bounds[name]);
  });

  const before = boundsBefore();
  it.skipIf(before === undefined)('has no higher bound than before', () => {
    expect(bounds[name]).toBeLessThanOrEqual(before?.[name] ?? Number.POSITIVE_INFINITY);
  });
});

/**
 * The bounds where this branch left main, or of the commit before on main itself; undefined without a history that has
 * them.
 */
function boundsBefore(): Readonly<Record<string, number>> | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const main = ['origin/main', 'main'].find((name) => resolves(() => git('rev-parse', '--verify', name)));
  if (main === undefined) return undefined;
  return resolves(() => {
    const [head, base] = [git('rev-parse', 'HEAD'), git('merge-base', 'HEAD', main)];
    return JSON.parse(git('show', `${base === head ? 'HEAD~1' : base}:test/flows/bounds.json`));
  });
}

function resolves<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
