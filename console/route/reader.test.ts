import { expect, it } from 'vitest';
import { Language } from '../components/language.ts';
import { accepted } from './reader.ts';

const languages = await Language.read(['en', 'de']);

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-ch,en', 'de'],
  ['en;q=0.5,de;q=0.8', 'de'],
  ['de;q=0.5,en;q=0.5', 'de'],
  ['de;q=0', 'en'],
  ['fr,*;q=0.9,de;q=0.1', 'de'],
  ['fr', 'en'],
  ['*', 'en'],
  ['de;q=x, ,;;q=1,=', 'de'],
  ['../de', 'en'],
  [`${'fr,'.repeat(5_000)}de`, 'en'],
])('%j asks for %s', (header, tag) => {
  expect(accepted(header, languages).tag).toBe(tag);
});
