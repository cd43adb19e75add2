import { describe, expect, test } from 'vitest';
import { parseIdempotencyKey } from './idempotency-key.ts';

describe('parseIdempotencyKey', () => {
  test.each(['k', '0190a000-0000-7000-8000-000000000001', 'x'.repeat(255), 'é', 'a, b'])('accepts %j', (header) => {
    expect(parseIdempotencyKey(header)).toEqual({ key: header });
  });

  test.each([
    ['a missing one', undefined, 'The header Idempotency-Key is required.'],
    ['an empty one', '', 'The header Idempotency-Key must not be empty.'],
    ['one of 256 characters', 'x'.repeat(256), 'The header Idempotency-Key must not be longer than 255 characters.'],
    ['two', ['a', 'b'], 'The header Idempotency-Key must be given once.'],
  ])('rejects %s', (_what, header, fault) => {
    expect(parseIdempotencyKey(header)).toEqual({ fault });
  });
});
