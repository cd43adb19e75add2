import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expectNone } from '../architecture/project/violations.ts';
import { type LicensedPackage, licencesDocument, licensedPackages } from './licences.ts';

/** They ask for their notice, and for nothing of those who use them. */
const PERMISSIVE = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Zlib',
  'CC0-1.0',
  'Unlicense',
];
/** Changes of their own must stay open, or be told: fine for tools, which are used unchanged and not delivered. */
const FOR_TOOLS = [...PERMISSIVE, 'MPL-2.0', 'PSF-2.0'];

/** Whether one of the alternatives, with all its parts, is allowed. */
function isAllowed({ licence, isForProduction }: LicensedPackage): boolean {
  const allowed = isForProduction ? PERMISSIVE : FOR_TOOLS;
  const alternatives = licence.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every((part) => allowed.includes(part)));
}

test('docs/licences.md lists what the lockfile installs', async () => {
  const written = await readFile(new URL('../../docs/licences.md', import.meta.url), 'utf8');
  expect(written, 'Run npm run docs:licences.').toBe(await licencesDocument());
});

test('every licence is one that the product may use', async () => {
  const refused = (await licensedPackages()).filter((each) => !isAllowed(each));
  expectNone(
    refused.map(({ name, licence }) => ({ location: name, what: licence })),
    'Take another package, or have the licence looked at and allowed here.',
  );
});

test.each<[string, boolean, boolean]>([
  ['MIT', true, true],
  ['(MIT OR GPL-3.0)', true, true],
  ['(MIT AND GPL-3.0)', true, false],
  ['MPL-2.0', true, false],
  ['MPL-2.0', false, true],
  ['unknown', false, false],
])('%s, in production %s, is allowed: %s', (licence, isForProduction, expected) => {
  expect(isAllowed({ name: 'x', version: '1', licence, isForProduction })).toBe(expected);
});
