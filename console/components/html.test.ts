import fc from 'fast-check';
import { expect, it } from 'vitest';
import { html } from './html.ts';

it('no value can end the text or the attribute that it stands in', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', ' ', '=') }), (text) => {
      const made = String(html`<p title="${text}">${text}</p>`);
      const inner = /^<p title="([^"<>']*)">([^"<>']*)<\/p>$/.exec(made);
      expect(inner?.[1]).toBe(inner?.[2]);
      expect(unescaped(inner?.[2] ?? '')).toBe(text);
    }),
  );
});

it('HTML within HTML stays as it is, lists are joined, and what is absent leaves nothing', () => {
  const item = html`<li>${'<'}</li>`;
  expect(String(html`<ul>${[item, [item]]}${undefined}${null}${false}${0}</ul>`)).toBe(
    '<ul><li>&lt;</li><li>&lt;</li>0</ul>',
  );
});

function unescaped(text: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return text.replaceAll(/&([^;]+);/g, (_, name: string) => characters[name] ?? '?');
}
