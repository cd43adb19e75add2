import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type LicensedPackage, licencesDocument, licensedPackages } from '../../docs/generate/licences.ts';
import { expectNone } from '../architecture/project/violations.ts';

/** Permissive licences: they require only their notice. */
const PERMISSIVE = [
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Zlib', 'CC0-1.0'],
  // As htmx spells 0BSD.
  ...['Unlicense', 'BSD-0-Clause'],
];
/** Changes must stay open or be stated, or the source named: acceptable for tools, used unchanged and not shipped. */
const FOR_TOOLS = [...PERMISSIVE, 'MPL-2.0', 'PSF-2.0', 'CC-BY-4.0'];

/** Whether at least one alternative is allowed with all its parts. */
function isAllowed({ licence, isForProduction }: LicensedPackage): boolean {
  const allowed = isForProduction ? PERMISSIVE : FOR_TOOLS;
  const alternatives = licence.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every((part) => allowed.includes(part)));
}

test('docs/licences.md lists the packages of the lockfile', async () => {
  const written = await readFile(new URL('../../docs/licences.md', import.meta.url), 'utf8');
  expect(written, 'Run npm run docs:licences.').toBe(await licencesDocument());
});

test('every licence is allowed for the product', async () => {
  const refused = (await licensedPackages()).filter((each) => !isAllowed(each));
  expectNone(
    refused.map(({ name, licence }) => ({ location: name, what: licence })),
    'Take another package, or have the licence looked at and allowed here.',
  );
});
