import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { services } from '../../../deploy/installation/services.ts';
import { createLogger } from '../../../platform/observability/log.ts';
import { everythingIn } from '../../support/everything-in.ts';
import { LogLines } from '../../support/process/log-lines.ts';
import { newCalendarFeed, readFeed } from '../../support/test-calendar-feeds.ts';
import { importCourses } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

const canary = () => randomBytes(32).toString('base64url');

it('what a request contains beyond its record is in no table, log, event or answer', async () => {
  const destination = new LogLines();
  const log = createLogger({ name: 'test', level: 'trace', pretty: false, destination });
  const system = await TestSystem.start({ shape: 'one process', log, logRequests: true });
  const institution = await system.newInstitution();
  const { client } = institution;
  const [course] = await importCourses(institution, [{}]);
  const feed = await newCalendarFeed(client, { courseId: course?.id });
  const secrets = {
    ...{ body: canary(), malformed: canary(), header: canary(), cookie: canary(), query: canary(), path: canary() },
    ...{ password: canary(), fragment: canary(), feed: feed.token, own: client.clientSecret },
  };
  const wrong = `Basic ${Buffer.from(`${client.clientId}:${secrets.password}`).toString('base64')}`;

  const answers = await Promise.all([
    client.post('/users', { email: 'none', name: secrets.body }),
    client.post('/users', undefined, {
      text: `{"email": "${secrets.malformed}"`,
      headers: { 'content-type': 'application/json' },
    }),
    client.get('/users', { headers: { 'x-secret': secrets.header, cookie: `a=${secrets.cookie}` } }),
    client.get('/users', { query: { token: secrets.query } }),
    client.get(`/nothing/${secrets.path}`),
    client.get(`/calendars/${feed.token}`),
    client.get('/users', { headers: { authorization: wrong } }),
  ]);
  await readFeed(feed.url);
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  const recorded = await until('the records', async () => {
    const all = (await client.walk('/requests', { limit: '100' })) as unknown as { requestId: string }[];
    return ids.every((id) => all.some(({ requestId }) => requestId === id)) && all;
  });
  const stored = await Promise.all(services.map(({ name }) => everythingIn(system.databases.url(name))));
  const texts = answers.map(({ text }) => text);
  const everything = [destination.text, JSON.stringify(recorded), ...stored, ...texts].join('\n');
  // The search covers the place where such data would be.
  expect(stored.join()).toContain('/api/v4/nothing/');
  for (const [place, secret] of Object.entries(secrets))
    expect([place, everything.includes(secret)]).toEqual([place, false]);
  await system.stop();
});
