import { describe, expect, test } from 'vitest';
import { projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { REPLACED_TERMS, type ReplacedTerm } from './rules/replaced-terms.ts';
import { TermFinder } from './rules/terms.ts';

/** These files name the replaced words on purpose, or must not change any more: released migrations. */
const EXEMPT =
  /^(CHANGELOG\.md|docs\/glossary\.md|test\/architecture\/rules\/replaced-terms\.ts|.*\/migrations\/\d+_\w+\.sql)$/;

test('the project uses the terms of the glossary', () => {
  const finder = new TermFinder(REPLACED_TERMS);
  expectNone(
    projectFiles()
      .filter(({ path }) => !EXEMPT.test(path))
      .flatMap((file) => finder.in(file)),
    'Use the term that docs/glossary.md gives.',
  );
});

describe('the checker', () => {
  const found = (text: string, terms: readonly ReplacedTerm[] = REPLACED_TERMS, path = 'x.ts') =>
    new TermFinder(terms).in(new SourceFile(path, text)).length;

  test.each(REPLACED_TERMS)('finds $words.0 in: $finds', ({ finds }) => {
    expect(found(finds)).toBe(1);
  });

  test.each(REPLACED_TERMS)('lets pass, for $words.0: $passes', ({ passes }) => {
    expect(found(passes)).toBe(0);
  });

  test.each(REPLACED_TERMS.flatMap((term) => term.words.map((word) => [word, term] as const)))(
    'finds %s however a name spells it',
    (word, term) => {
      const parts = word.split(' ');
      const capitals = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
      const names = [`${capitals}Ms`, `max${capitals}`, `MAX_${parts.join('_').toUpperCase()}`, `#${capitals}`];
      const text = `class A { ${names.map((name) => `${name} = 1;`).join(' ')} }`;
      expect(found(text, [term])).toBe(names.length);
      expect(found('', [term], `a/${parts.join('-')}-b.ts`)).toBe(1);
    },
  );

  test('reads names only in TypeScript, and prose everywhere', () => {
    const [name, word] = [REPLACED_TERMS.find((term) => term.in === 'names'), REPLACED_TERMS.find((term) => !term.in)];
    if (!name || !word) throw new Error('The list has no term of each kind.');
    const prose = `It ${name.words[0]}. It ${word.words[0]}.`;
    expect(found(prose, [name, word], 'docs/a.md')).toBe(1);
  });
});
