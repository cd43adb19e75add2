import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { register } from '../../deploy/installation/register.ts';
import { privacyRegister } from '../../docs/generate/privacy.ts';

test('docs/privacy.md is what the register says (npm run docs:privacy)', async () => {
  const written = await readFile(new URL('../../docs/privacy.md', import.meta.url), 'utf8');
  expect(written).toBe(privacyRegister());
});

test('docs/privacy.md has every table with something of people, and no other', () => {
  const page = privacyRegister();
  const listed = new Set([...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name));
  const ofPeople = [...register.values()]
    .flat()
    .filter(({ columns }) => columns.some(({ says }) => says !== 'nothing'))
    .map(({ name }) => name);
  expect(listed).toEqual(new Set(ofPeople));
  expect(page).not.toMatch(/undefined|NaN|\| +\|/);
});
