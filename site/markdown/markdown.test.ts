import { describe, expect, it } from 'vitest';
import { escapeHtml } from '../search/escape.ts';
import { readMarkdown } from './markdown.ts';

const read = (text: string) => readMarkdown(text, (href) => `/at/${href}`);
const htmlOf = (text: string) => read(text).render(escapeHtml);

describe('a page of Markdown', () => {
  it('escapes HTML in blocks, within lines, in headings and in samples', () => {
    const hostile = '<script>alert(1)</script> <img src=x onerror="x">';
    for (const text of [
      hostile,
      `A ${hostile}`,
      `## ${hostile}`,
      `\`\`\`sh\n${hostile}\n\`\`\``,
      `| a |\n|---|\n| ${hostile} |`,
    ])
      expect(htmlOf(text)).not.toMatch(/<(script|img)/);
    expect(htmlOf(hostile)).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  });

  it('escapes quotes in the URL of a link and in the text of a drawing', () => {
    expect(htmlOf('[a](x"onclick="y)')).not.toContain('"onclick');
    expect(htmlOf('![a" onload="x](y.svg)')).toContain('alt="a&#34; onload=&#34;x"');
  });

  it('has the same anchor for each heading as GitHub, with a number for duplicates', () => {
    const { sections, render } = read(
      '# Errors\n\nAll.\n\n## `rate_limit_exceeded`\n\nOne.\n\n### If-Match & more\n\n## Errors\n\nTwo.',
    );
    expect(sections).toEqual([
      { anchor: 'errors', heading: 'Errors', depth: 1, text: 'All.' },
      { anchor: 'rate_limit_exceeded', heading: 'rate_limit_exceeded', depth: 2, text: 'One.' },
      { anchor: 'if-match--more', heading: 'If-Match & more', depth: 3, text: '' },
      { anchor: 'errors-1', heading: 'Errors', depth: 2, text: 'Two.' },
    ]);
    const html = render(escapeHtml);
    for (const { anchor } of sections) expect(html).toContain(` id="${anchor}"`);
    expect(html).toContain('<a class="anchor" href="#if-match--more"');
  });

  it('resolves links and drawings with the given function', () => {
    expect(htmlOf('See [b](b.md#c) and ![d](d.svg).')).toMatch(
      /<a href="\/at\/b\.md#c">b<\/a>.*<img src="\/at\/d\.svg" alt="d">/,
    );
  });

  it('shows a file that is no page, and a bare address, as code, and a page by its name', () => {
    const { render } = readMarkdown(
      '[a.ts](a.ts), http://host:port, [one-machine.md](one-machine.md#x), [b](b.md)',
      (href) => (href.startsWith('a') ? undefined : `/${href}`),
    );
    expect(render(escapeHtml)).toBe(
      '<p><code>a.ts</code>, <code>http://host:port</code>, <a href="/one-machine.md#x">One machine</a>, <a href="/b.md">b</a></p>\n',
    );
  });

  it('has no empty header in a table', () => {
    expect(htmlOf('| | a |\n|---|---|\n| b | c |')).toMatch(/<tr>\s*<td><\/td>\s*<th>a<\/th>/);
  });

  it('does not show comments', () => {
    const { sections } = read('# A\n\n<!-- Made by a program. -->\n\nOne.');
    expect(sections[0]?.text).toBe('One.');
  });

  it.each([
    ['sh', 'curl "$URL"', 'curl'],
    ['sh', 'npm install', 'Shell'],
    ['ts', 'const a = 1;', 'TypeScript'],
    ['json', '{}', 'JSON'],
    ['ts', '// sync.ts\nexport {};', 'sync.ts'],
    ['text', 'curl', undefined],
  ])('labels a sample in %s, %s, with %s', (language, text, label) => {
    const html = htmlOf(`\`\`\`${language}\n${text}\n\`\`\``);
    expect(/<figcaption><span>([^<]*)<\/span>/.exec(html)?.[1]).toBe(label);
  });

  it('lets tables, drawings and samples scroll separately, with the keyboard too', () => {
    const html = htmlOf('| a |\n|---|\n| b |\n\n![c](c.svg)\n\n```\nd\n```');
    expect(html).toMatch(/<div class="wide" tabindex="0"><table>/);
    expect(html).toMatch(/<span class="wide" tabindex="0"><img /);
    expect(html).toMatch(/<pre tabindex="0">/);
  });

  it('has its text without markup for the search, including lists, tables and samples', () => {
    const [section] = read(
      '# A\n\n*One* `two` [three](x).\n\n- four\n  - five\n\n| six |\n|---|\n| **seven** |\n\n```sh\neight\n```\n\n> nine',
    ).sections;
    expect(section?.text).toBe('One two three. four five six seven eight nine');
  });

  it('shows a section without its heading, from one of its blocks on', () => {
    const { render } = read('# A\n\nOne.\n\n## B\n\nTwo.\n\nThree.\n\n## C\n\nFour.');
    expect(render(escapeHtml, { anchor: 'b', without: 1 })).toBe('<p>Three.</p>\n');
    expect(render(escapeHtml, { anchor: 'c', without: 0 })).toBe('<p>Four.</p>\n');
  });
});
