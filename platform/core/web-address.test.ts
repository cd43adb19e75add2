import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWebAddress } from './formats.ts';

describe('an absolute http(s) URL', () => {
  it.each(['https://a.example', 'http://a.example:80/x?y#z', 'HTTP://[::1]/', 'https://ü.example/ä'])(
    'is %j',
    (text) => {
      expect(isWebAddress(text)).toBe(true);
    },
  );

  it.each([
    '',
    'a.example',
    '//a.example',
    '/x',
    'ftp://a.example',
    'javascript:alert(1)',
    'https:a.example',
    'https:/a.example',
    'https:///a.example',
    'https://',
    'https://?x',
    'https://a b.example',
    ' https://a.example',
    'https://a.example\n',
    'https://a.example/\u0001',
    'https://a.example:99999',
    'https://\\a.example',
  ])('is not %j', (text) => {
    expect(isWebAddress(text)).toBe(false);
  });

  it('is never one that the URL parser rejects', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map((text) => `https://${text}`),
        ),
        (text) => {
          if (!isWebAddress(text)) return;
          expect(URL.parse(text)?.protocol).toMatch(/^https?:$/);
        },
      ),
    );
  });
});
