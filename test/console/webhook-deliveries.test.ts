import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { faultsIn, HOSTILE, RUNS, rowsIn, saying, valueIn, walk, words } from '../support/console/read-page.ts';
import type { Visitor } from '../support/console/visitor.ts';
import { NOWHERE, newReceiver, newWebhook, sentTest } from '../support/console/webhooks.ts';
import { query } from '../support/postgres/query.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

let ada: TestAdministrator;
let visitor: Visitor;
const system = await TestSystem.start();
beforeEach(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
});

/** A type of events that nothing here publishes. */
const QUIET = 'settings.updated';
const sql = (text: string, values: unknown[]) => query(system.databases.url('webhooks'), text, values);
const idIn = (path: string) => path.split('/').at(-1) ?? '';

/** Adds an event to the feed, as one that an endpoint was not there for. */
async function happened(type: string): Promise<void> {
  await until('the first event', async () => rowsIn(await visitor.get('/console/events')).length > 0);
  await sql(
    `INSERT INTO events (institution_id, sequence, recorded_at, id, type, resource_id, aggregate_id, occurred_at, changed, actor_type, actor_id, request_id)
     SELECT institution_id, sequence + 1, recorded_at, gen_random_uuid(), $2, gen_random_uuid(), 'a', occurred_at, '{}', actor_type, actor_id, ''
     FROM events WHERE institution_id = $1 ORDER BY sequence DESC LIMIT 1`,
    [ada.institution.id, type],
  );
  await sql('UPDATE feed_heads SET sequence = sequence + 1 WHERE institution_id = $1', [ada.institution.id]);
}

describe('deliveries', () => {
  it('have a page of their own: attempts, answer and body', async () => {
    const { receiver, path } = await newReceiver(visitor, QUIET);
    receiver.answer = (response) => response.writeHead(503).end(`${HOSTILE} try later`);
    const sent = await sentTest(visitor, path);
    const { text } = await visitor.get(sent);
    for (const shown of [
      'webhook.test',
      '>503<',
      'try later',
      '&quot;type&quot;: &quot;webhook.test&quot;',
      'Retrying',
      'Next attempt',
    ])
      expect(text).toContain(shown);
    expect(text).not.toMatch(RUNS);
    expect(text.match(/Response to attempt/g)?.length).toBeGreaterThan(0);
  });

  it('that have succeeded show the answer that did, also without a body, and names', async () => {
    const { receiver, path } = await newReceiver(visitor, 'user.updated');
    receiver.answer = (response) => response.writeHead(503).end('try later');
    await ada.institution.client.patch(`/users/${ada.userId}`, { name: 'Eva' }, { ifMatch: '*' });
    const delivered = async () =>
      /href="(\/console\/webhooks\/[^"]+\/deliveries\/[0-9a-f-]+)"/.exec((await visitor.get(path)).text)?.[1];
    await until('an attempt', async () => (await visitor.get((await delivered()) ?? path)).text.includes('try later'));
    const delivery = (await delivered()) ?? '';
    receiver.answer = (response) => response.writeHead(204).end();
    await visitor.submit(`${delivery}/send-again`);
    await until('the success', async () => (await visitor.get(delivery)).text.includes('Succeeded'));
    const { text } = await visitor.get(delivery);
    expect(text).toContain('<h1>The user Eva was changed</h1>');
    const [, answer = ''] = text.split('id="answer"');
    expect(words(answer)).toMatch(/^[^A-Z]*Answer 204 without a body Earlier answers \(1\)/);
    expect(text.split('<summary>Details</summary>')[1]).toContain('delivery ID');
  });

  it('by test, again and by replay are in the audit, also of an integration', async () => {
    const { receiver, path } = await newReceiver(visitor, 'user.created');
    const { client } = ada.institution;
    const sent = await sentTest(visitor, path);
    await visitor.submit(`${sent}/send-again`);
    await client.post('/users', { email: 'eva@example.org', name: 'Eva' });
    await until('the event', () => receiver.requests.some(({ body }) => body.includes('user.created')));
    expect((await client.post(`/webhook-endpoints/${idIn(path)}/replay`, { fromSequence: 0 })).status).toBe(202);
    const none = await visitor.submit(`${path}/replay`, { from: '2027-01-01T00:00' });
    expect(none.status).toBe(422);
    const { text } = await visitor.get(`/console/audit?record=${idIn(path)}`);
    const told = [...text.matchAll(/<div><b>(.*?)<\/b>/g)].map(([, sentence]) => sentence?.replace(/127[^ ]*/, 'it'));
    expect(told).toEqual([
      ...['began to replay events to it', 'sent an event to it again', 'sent a test event to it'],
      'created the webhook endpoint it',
    ]);
    expect(words(text)).toMatch(/test Integration began to replay/);
  });

  it('are sent again, from the list as well', async () => {
    const { receiver, path } = await newReceiver(visitor, QUIET);
    const sent = await sentTest(visitor, path);
    expect(await visitor.get(path)).toEqual(saying(`<form method="post" action="${sent}/send-again">`));
    const again = await visitor.submit(`${sent}/send-again`);
    expect(again.headers.get('location')).toBe(sent);
    expect(await visitor.follow(again)).toEqual(saying('The event is being sent again.'));
    await until('the second request', () => receiver.requests.length === 2);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('of a day that are used up are refused in words for people', async () => {
    const { path } = await newReceiver(visitor, QUIET);
    const sent = await sentTest(visitor, path);
    await sql('UPDATE delivery_budgets SET requested = 50000 WHERE institution_id = $1', [ada.institution.id]);
    for (const page of [`${path}/test`, `${sent}/send-again`]) {
      const refused = await visitor.submit(page);
      expect(refused.status).toBe(422);
      expect(refused.text).toMatch(/Only 0 more deliveries can be requested today\./);
    }
  });

  it('come page by page, filtered by status and event', async () => {
    const path = await newWebhook(visitor, NOWHERE, { 'types:settings.updated': '1' });
    expect(await visitor.get(path)).toEqual(saying('No deliveries yet'));
    const event = randomUUID();
    await sql(
      `INSERT INTO deliveries (institution_id, endpoint_id, event_id, event_type, sequence, resource_id, status, attempt_count, attempts_made, created_at, updated_at)
       SELECT $1, $2, CASE n WHEN 1 THEN $3 ELSE gen_random_uuid() END, 'user.created', n, gen_random_uuid(),
         CASE WHEN n <= 55 THEN 'failed' ELSE 'succeeded' END, 1, 1, '2026-10-05T07:00:00Z'::timestamptz + n * interval '1 second', now()
       FROM generate_series(1, 60) AS n`,
      [ada.institution.id, idIn(path), event],
    );
    const pages = await walk(visitor, `${path}?status=failed`);
    expect(pages.map((page) => rowsIn(page).length)).toEqual([50, 5]);
    for (const { text } of pages) {
      expect(text).not.toContain('>Succeeded</span>');
      expect(text).toMatch(/<option value="failed" selected>/);
    }
    expect(rowsIn(await visitor.get(`${path}?event=${event}`))).toEqual(['user.created']);
    expect(await visitor.get(`${path}?event=${randomUUID()}`)).toEqual(saying('No such deliveries'));
  });
});

describe('a replay', () => {
  it('sends the events of a period again', async () => {
    const { receiver, path } = await newReceiver(visitor, 'room.created');
    await sentTest(visitor, path);
    await happened('room.created');
    const replayed = await visitor.submit(`${path}/replay`, { from: '2026-10-05T07:59', to: '2026-10-05T08:01' });
    expect(await visitor.follow(replayed)).toEqual(saying('The replay has started.'));
    await until('the event', () => receiver.requests.length === 2);
  });

  it('of a period that is none says beside the field what is wrong', async () => {
    const { path } = await newReceiver(visitor, QUIET);
    await sentTest(visitor, path);
    const none = 'A date and a time of day.';
    for (const [from, to, faults] of [
      ['', '', { from: 'Fill this in.' }],
      ['yesterday', '', { from: none }],
      ['2026-10-05T08:00', '2026-13-05T08:00', { to: none }],
      ['2026-10-05T08:00', '2026-10-05T07:00', { to: 'Must be later than From.' }],
      ['2026-10-05T09:00', '', { from: expect.stringContaining('no events after it') }],
    ] as const) {
      const answer = await visitor.submit(`${path}/replay`, { from, to });
      expect([answer.status, faultsIn(answer), valueIn(answer, 'from')]).toEqual([422, faults, from]);
    }
  });

  it('to an address that has accepted nothing yet is refused', async () => {
    const path = await newWebhook(visitor, NOWHERE);
    const answer = await visitor.submit(`${path}/replay`, { from: '2026-10-05T07:00' });
    expect(answer).toMatchObject({ status: 422, text: expect.stringContaining('Send a test event first.') });
  });
});
