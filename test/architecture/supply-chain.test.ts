import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
