import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockedPackages } from '../../docs/generate/licences.ts';
import packageJson from '../../package.json' with { type: 'json' };
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
