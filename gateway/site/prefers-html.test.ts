import { expect, it } from 'vitest';
import { prefersHtml } from './prefers-html.ts';

it.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', true],
  ['TEXT/HTML', true],
  ['text/*', true],
  ['text/html;q=0.2', true],
  ['text/html ; q=0.5 , application/json;q=0.4', true],
  ['*/*, application/json;q=0.5', true],
  ['application/json;q=0, */*;q=0.1', true],
  ['text/html;charset=utf-8;q=1.000', true],
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['text/html, application/json', false],
  ['text/html;q=0', false],
  ['text/html;q=0.4, application/json;q=0.5', false],
  ['text/html;q=0, text/*, application/json;q=0.1', false],
  ['text/html;q=0.5, */*', false],
  ['text/html, */*', true],
  ['*/*, text/*', false],
  ['text/html;q=2', false],
  ['text/html;q=', false],
  ['image/png', false],
  [',;,=;q', false],
])('%s: %s', (accept, isPreferred) => {
  expect(prefersHtml(accept)).toBe(isPreferred);
});
