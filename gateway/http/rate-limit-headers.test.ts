import { expect, test } from 'vitest';
import { rateLimitHeaders } from './message-heads.ts';

test('the headers write a decision', () => {
  const decision = {
    allowed: true,
    limit: 1000,
    windowSeconds: 60,
    remaining: 999,
    resetSeconds: 60,
    retryAfterSeconds: 0,
  };
  expect(rateLimitHeaders(decision)).toEqual({
    'ratelimit-limit': '1000',
    'ratelimit-remaining': '999',
    'ratelimit-reset': '60',
    'ratelimit-policy': '1000;w=60',
  });
});
