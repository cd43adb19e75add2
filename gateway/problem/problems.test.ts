import { Code } from '@connectrpc/connect';
import { expect, it } from 'vitest';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { problemOf } from './problems.ts';

it.each([
  [Code.Unavailable, 503],
  [Code.NotFound, 500],
])('a refusal with an unknown code, from a newer service, is mapped by its status %i', (status, expected) => {
  const refusal = new Refusal({ code: 'ROOM_HAUNTED', status, message: 'Somebody is there.' });
  expect(problemOf(refusal, 422).status).toBe(expected);
});
