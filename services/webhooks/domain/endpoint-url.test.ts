import { expect, test } from 'vitest';
import { endpointUrlFault, normalizedUrl } from './endpoint-url.ts';

const production = { allowsHttp: false, allowsHost: (host: string) => host !== '127.0.0.1' };
const development = { allowsHttp: true, allowsHost: () => true };

test.each([
  'https://example.org/hooks',
  'https://example.org:8443/a?b=c',
  'https://[2606:4700::1111]/',
  'https://xn--bcher-kva.example/',
  `https://example.org/${'a'.repeat(2_028)}`,
])('%s is valid', (url) => {
  expect(endpointUrlFault(url, production)).toBeNull();
});

test.each([
  ['', 'too_small'],
  ['example.org/hooks', 'invalid_string'],
  ['https://', 'invalid_string'],
  ['http://example.org/', 'invalid_value'],
  ['ftp://example.org/', 'invalid_value'],
  ['file:///etc/passwd', 'invalid_value'],
  ['https://ada:secret@example.org/', 'invalid_value'],
  ['https://example.org/#top', 'invalid_value'],
  [`https://example.org/${'a'.repeat(2_029)}`, 'too_big'],
  [`https://example.org/${'ä'.repeat(400)}`, 'too_big'],
  [' https://example.org/', 'invalid_string'],
  ['https://example.org/ ', 'invalid_string'],
  ['https://example.org/\r\nX', 'invalid_string'],
  ['https://example\t.org/', 'invalid_string'],
  ['https://example.org/?\u001b]0;', 'invalid_string'],
  ['https://example.org/\u0085', 'invalid_string'],
  ['https://127.0.0.1/', 'invalid_value'],
  ['https://0x7f.1/', 'invalid_value'],
])('%s is invalid: %s', (url, code) => {
  expect(endpointUrlFault(url, production)).toMatchObject({ pointer: '/url', code });
});

test('outside production, http is allowed, but no other scheme', () => {
  expect(endpointUrlFault('http://localhost:3000/', development)).toBeNull();
  expect(endpointUrlFault('ftp://localhost/', development)).toMatchObject({ code: 'invalid_value' });
});

test.each([
  ['https://example.org/hook', 'https://example.org/hook'],
  ['https://example.org/hook?', 'https://example.org/hook?'],
  ['https://example.org', 'https://example.org/'],
  ['HTTPS://Example.org:443/a/../b c', 'https://example.org/b%20c'],
  ['https:\\\\example.org\\a', 'https://example.org/a'],
  ['https://exa\u00admple.org/', 'https://example.org/'],
])('%s is called as %s', (url, called) => {
  expect(normalizedUrl(url)).toBe(called);
});
