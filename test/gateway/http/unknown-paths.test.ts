import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../support/test-client.ts';
import { refusal } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

/** What a path that does not exist is answered with. */
const system = await TestSystem.start();
const { client } = await system.newInstitution();

const RULE = 'There is no such path. Paths of the API begin with /api/v4 and have no / at the end';
const ID = '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11';

describe('404 names the nearest path', () => {
  it.each([
    ['/user', '/api/v4/users'],
    ['/usesr', '/api/v4/users'],
    ['/users/', '/api/v4/users'],
    ['//users', '/api/v4/users'],
    [`/users/${ID}/`, '/api/v4/users/{id}'],
    [`/user/${ID}`, '/api/v4/users/{id}'],
    [`/courses/${ID}/appointment`, '/api/v4/courses/{id}/appointments'],
    ['/room/free', '/api/v4/rooms/free'],
    ['/time_tracking/logs', '/api/v4/time-tracking/logs'],
    [`/calendars/${ID}`, '/api/v4/calendars/{token}.ics'],
    ['/v4/users', '/api/v4/users'],
    ['/api/v4/users', '/api/v4/users'],
  ])('of %s below /api/v4: %s', async (path, nearest) => {
    const answer = await client.get(path);
    expect([refusal(answer), answer.body.detail]).toEqual([
      '404 resource_not_found',
      `${RULE}; the nearest one is ${nearest}.`,
    ]);
  });

  it.each([
    ['/users', '/api/v4/users'],
    ['/users/', '/api/v4/users'],
    ['/api/users', '/api/v4/users'],
    ['/v4/users', '/api/v4/users'],
    ['/api/v3/users?limit=1', '/api/v4/users'],
    ['/api/v10/usrs', '/api/v4/users'],
    [`/courses/${ID}/appointments`, '/api/v4/courses/{id}/appointments'],
  ])('of %s: %s', async (path, nearest) => {
    const answer = await readAnswer(await fetch(`${system.url}${path}`));
    expect([refusal(answer), answer.body.detail]).toEqual([
      '404 resource_not_found',
      `${RULE}; the nearest one is ${nearest}.`,
    ]);
  });
});

describe('404 names none', () => {
  it.each(['/nothing', '/us', '/usr/x/y', '/cours/x/appointment', `/${'users/'.repeat(2_000)}`])(
    'for %.20s',
    async (path) => {
      expect((await client.get(path)).body.detail).toBe(`${RULE}.`);
    },
  );

  it('for one near the API, but longer than any with ids', async () => {
    expect((await client.get(`/user/${'x'.repeat(64)}`)).body.detail).toMatch(/nearest/);
    expect((await client.get(`/user/${'x'.repeat(10_000)}`)).body.detail).toBe(`${RULE}.`);
  });
});

it('404 repeats nothing of what was sent', async () => {
  const secret = randomBytes(32).toString('base64url');
  const { body } = await client.get(`/calendar/${secret}.ics`);
  expect(body.detail).toContain('/api/v4/calendars/{token}.ics');
  expect(JSON.stringify(body)).not.toContain(secret);
});

it('404 of an empty id, before what is wrong with the body', async () => {
  for (const path of ['/users/', '/curricula//versions', `/appointments/`]) {
    const answer = await client.send('PATCH', path, { text: '{', ifMatch: '*' });
    expect([path, refusal(answer)]).toEqual([path, '404 resource_not_found']);
  }
});

it('people get a page', async () => {
  const answer = await fetch(`${system.url}/users`, { headers: { accept: 'text/html' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});
