import { expect, it } from 'vitest';
import { parseIdempotencyKey } from './idempotency-key.ts';

it('a key must be given once', () => {
  expect(parseIdempotencyKey(['a', 'b'])).toEqual({ fault: 'The header Idempotency-Key must be given once.' });
});
