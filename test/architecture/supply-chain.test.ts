import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockedPackages } from '../../docs/generate/licences.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { productionPackages } from '../support/deploy/production-packages.ts';
import { root } from './project/project.ts';
import { expectNone } from './project/violations.ts';

test('every package is pinned by the checksum of its content', async () => {
  const unpinned = [...(await lockedPackages())].filter(
    ([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  );
  expectNone(
    unpinned.map(([location, { integrity }]) => ({ location, what: `has the checksum ${integrity}` })),
    'Install the package again, so that the lockfile has its sha512.',
  );
});

test('few packages run in production', async () => {
  const most = 'What only integrators or builds need is a development dependency; clients/cli is bundled with its own.';
  expect((await productionPackages()).length, most).toBeLessThanOrEqual(210);
});

test('no package runs a script of its own at installation', async () => {
  const scripted = [...(await lockedPackages())].filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([folder]) => folder.replace(/^.*node_modules\//, '')).sort();
  expect(
    packageJson.allowScripts,
    'Set it to false in allowScripts of package.json, and do without the script.',
  ).toEqual(Object.fromEntries(names.map((name) => [name, false])));
});

test('what is installed in CI is the lockfile', () => {
  const script = readFileSync(`${root}/.ci/run`, 'utf8');
  expect(script).toMatch(/^npm ci\b/m);
  expect(script).not.toMatch(/npm (install|i|update)\b/);
});

test('the lockfile names no registry', () => {
  const lockfile: { packages: Record<string, { resolved?: string }> } = JSON.parse(
    readFileSync(`${root}/package-lock.json`, 'utf8'),
  );
  expect(
    Object.entries(lockfile.packages).filter(([, { resolved }]) => resolved !== undefined),
    'Install with the project’s .npmrc (omit-lockfile-registry-resolved), so that the lockfile works with every registry.',
  ).toEqual([]);
});

test('dependencies have exact versions', () => {
  const { dependencies, devDependencies, optionalDependencies } = packageJson;
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(
    all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)),
    'npm install --save-exact',
  ).toEqual([]);
});

test('every platform gets the same minor version of Node', () => {
  const nodes = Object.entries(packageJson.optionalDependencies).filter(([name]) =>
    /^node-(bin-)?(darwin|linux|win)-/.test(name),
  );
  const minors = new Set(nodes.map(([, version]) => version.slice(0, version.lastIndexOf('.'))));
  expect([...minors], 'Choose the newest minor version that all five packages have.').toHaveLength(1);
});

describe('.ci/check-signatures.js', () => {
  /** What it says after this answer of `npm audit signatures`, which asks a registry and Sigstore. */
  function saidAfter(answer: string): { status: number | null; stdout: string } {
    const folder = mkdtempSync(join(tmpdir(), 'lyceum-npm-'));
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\nprintf '%s' '${answer}'\n`, { mode: 0o755 });
    const { status, stdout } = spawnSync(process.execPath, [join(root, '.ci/check-signatures.js')], {
      env: { PATH: `${folder}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    return { status, stdout };
  }

  test('a package with a wrong signature of the registry fails the run', () => {
    const answer = { invalid: [{ name: 'pg', version: '8.0.0', code: 'EINTEGRITYSIGNATURE' }], missing: [] };
    expect(saidAfter(JSON.stringify(answer))).toEqual({
      status: 1,
      stdout: expect.stringContaining('WRONG for pg 8.0.0'),
    });
  });

  test.each([
    ['{"invalid":[],"missing":[]}', 'none is wrong'],
    ['{"error":{"code":"ENOTFOUND","summary":"no network"}}', 'not checked. no network'],
    ['', 'not checked'],
  ])('after %j the run goes on', (answer, line) => {
    expect(saidAfter(answer)).toEqual({ status: 0, stdout: expect.stringContaining(line) });
  });

  test('is part of every run', () => {
    expect(readFileSync(`${root}/.ci/run`, 'utf8')).toContain('node .ci/check-signatures.js || status=$?');
  });
});
