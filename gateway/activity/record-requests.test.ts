import { expect, it } from 'vitest';
import { declaredQuery } from './record-requests.ts';

it.each([
  ['/api/v4/users', '/api/v4/users'],
  ['/api/v4/users?', '/api/v4/users?'],
  ['/api/v4/users?limit=5&email=a%40b.example', '/api/v4/users?limit=5&email=a%40b.example'],
  ['/api/v4/users?token=s3cret&limit=5', '/api/v4/users?token=…&limit=5'],
  ['/api/v4/users?Limit=s3cret', '/api/v4/users?Limit=…'],
  ['/api/v4/users?lim%69t=s3cret', '/api/v4/users?lim%69t=…'],
  ['/api/v4/users?token=a=b', '/api/v4/users?token=…'],
  ['/api/v4/users?token', '/api/v4/users?token'],
  ['/api/v4/users?=s3cret&limit=?', '/api/v4/users?=…&limit=?'],
])('%s is recorded as %s', (url, shown) => {
  expect(declaredQuery(url, new Set(['limit', 'email']))).toBe(shown);
});

it('a path without an operation has names only', () => {
  expect(declaredQuery('/nothing?limit=5&token=s3cret')).toBe('/nothing?limit=…&token=…');
});
