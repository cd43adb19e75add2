import { readdirSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { countedIn } from './counted.ts';
import { firstSpoken, LANGUAGES } from './names.ts';

const filesOf = (language: string) => readdirSync(`${import.meta.dirname}/${language}`).toSorted();

test.each(LANGUAGES)('%s has a file for every subject', (language) => {
  expect(filesOf(language)).toEqual(filesOf('en'));
});

it.each([
  [['de', 'en'], 'de'],
  [['', 'de'], 'de'],
  [[undefined, 'xx', 'de'], 'de'],
  [['xx', '..'], 'en'],
  [[], 'en'],
])('of %j the first that is spoken is %s', (choices, language) => {
  expect(firstSpoken(...choices)).toBe(language);
});

it('a number has the form that its language asks for', () => {
  const polish = countedIn('pl');
  const forms = { one: '# dzień', few: '# dni', other: '# dnia' };
  expect([1, 3, 1.5].map((count) => polish(count, forms))).toEqual(['1 dzień', '3 dni', '1,5 dnia']);
  expect(countedIn('de')(1_234, { other: '# Tage' })).toBe('1.234 Tage');
});
