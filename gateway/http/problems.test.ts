import fastify from 'fastify';
import { expect, it } from 'vitest';
import { silentLogger } from '../../platform/observability/log.ts';
import { problems } from './problems.ts';

it('an error of the gateway itself is a 500 that shows nothing of it', async () => {
  const app = fastify();
  problems.install(app, {
    errorsBaseUrl: () => 'https://api.example/errors',
    log: silentLogger,
    sendPage: () => false,
  });
  app.get('/', async () => {
    throw new TypeError('the password is hunter2');
  });
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([500, 'application/problem+json']);
  expect(answer.json()).toMatchObject({ code: 'internal_error', detail: 'Something went wrong on our side.' });
  expect(answer.body).not.toContain('hunter2');
  await app.close();
});
