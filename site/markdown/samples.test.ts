import { describe, expect, it } from 'vitest';
import { escapeHtml } from '../search/escape.ts';
import { readMarkdown } from './markdown.ts';

/** A page of blocks in these languages, one next to the other; a language with `*` is a file. */
function pageOf(...languages: readonly string[]): string {
  const blocks = languages.map((language) => {
    const name = language.replace('*', '');
    return `\`\`\`${name}\n${language.endsWith('*') ? `// a.${name}\n` : ''}x\n\`\`\``;
  });
  return readMarkdown(blocks.join('\n\n'), (href) => href).render(escapeHtml);
}

const labelsIn = (html: string) => [...html.matchAll(/<figcaption><span>([^<]*)/g)].map(([, label]) => label);
const choicesIn = (html: string) => [...html.matchAll(/<div data-choice="(\w+)">/g)].map(([, language]) => language);

describe('blocks of code', () => {
  it.each([
    [['sh', 'json'], ['Shell', 'Output'], []],
    [['sh', 'sh', 'json'], ['Shell', 'Shell', 'Output'], []],
    [['json', 'sh'], ['JSON', 'Shell'], []],
    [['ts*', 'sh', 'text'], ['a.ts', 'Shell', 'Output'], []],
    [
      ['sh', 'ts'],
      ['Shell', 'TypeScript'],
      ['shell', 'typescript'],
    ],
    [
      ['sh', 'json', 'ts', 'text', 'python', 'text'],
      ['Shell', 'Output', 'TypeScript', 'Output', 'Python', 'Output'],
      ['shell', 'typescript', 'python'],
    ],
    [
      ['sh', 'text', 'sh', 'text', 'ts'],
      ['Shell', 'Output', 'Shell', 'Output', 'TypeScript'],
      ['shell', 'typescript'],
    ],
    [['sh', 'ts', 'sh'], ['Shell', 'TypeScript', 'Shell'], []],
  ])('%j are labelled %j, and a choice of %j', (languages, labels, choices) => {
    const html = pageOf(...languages);
    expect([labelsIn(html), choicesIn(html)]).toEqual([labels, choices]);
  });

  it('are a choice only when nothing stands between them', () => {
    const html = readMarkdown('```sh\na\n```\n\nThe same in TypeScript:\n\n```ts\nb\n```', (href) => href).render(
      escapeHtml,
    );
    expect(choicesIn(html)).toEqual([]);
  });

  it('can be copied unless they are output', () => {
    expect(pageOf('sh', 'json').match(/data-copy="Copied" hidden>Copy</g)).toHaveLength(1);
  });
});
