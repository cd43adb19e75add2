import { expect, test } from 'vitest';
import { endpointUrlFault } from './endpoint-url.ts';

test.each([
  'https://example.org/hooks',
  'https://example.org:8443/a?b=c',
  'https://[2606:4700::1111]/',
  'https://xn--bcher-kva.example/',
  `https://example.org/${'a'.repeat(2_028)}`,
])('%s is valid', (url) => {
  expect(endpointUrlFault(url, false)).toBeNull();
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
])('%s is invalid: %s', (url, code) => {
  expect(endpointUrlFault(url, false)).toMatchObject({ pointer: '/url', code });
});

test('outside production, http is allowed, but no other scheme', () => {
  expect(endpointUrlFault('http://localhost:3000/', true)).toBeNull();
  expect(endpointUrlFault('ftp://localhost/', true)).toMatchObject({ code: 'invalid_value' });
});
