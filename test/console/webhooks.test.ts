import { beforeEach, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { rowsIn, saying } from '../support/console/read-page.ts';
import type { Answer, Visitor } from '../support/console/visitor.ts';
import { NOWHERE, newReceiver, newWebhook, sentTest } from '../support/console/webhooks.ts';
import { query } from '../support/postgres/query.ts';
import { TestSystem } from '../support/test-system.ts';

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
const secretIn = ({ text }: Answer) => /aria-labelledby="value-0"[^>]*>(whsec_[^<]+)</.exec(text)?.[1];

describe('the list', () => {
  it('says what would be here, then shows each endpoint with its last delivery', async () => {
    expect(await visitor.get('/console/webhooks')).toEqual(saying('No webhook endpoints yet'));
    const { path } = await newReceiver(visitor, QUIET);
    await newWebhook(visitor, NOWHERE, { description: 'CRM', 'types:pathway.created': '1', 'types:room.created': '1' });
    await sentTest(visitor, path);
    const list = await visitor.get('/console/webhooks');
    expect(rowsIn(list)).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/), 'CRM']);
    for (const text of ['Succeeded</span> <time', 'Never', 'pathway.created</span>', 'and 1 more', 'Enabled'])
      expect(list.text).toContain(text);
  });

  it('tells which endpoints fail, and which were switched off', async () => {
    const failing = await newWebhook(visitor, NOWHERE);
    await sentTest(visitor, failing);
    expect(await visitor.get('/console/webhooks')).toEqual(saying('Failing'));
    expect(await visitor.get(failing)).toEqual(saying('Every attempt has failed since'));
    await sql(`UPDATE endpoints SET is_enabled = false, disabled_reason = 'gone' WHERE id = $1`, [idIn(failing)]);
    expect(await visitor.get('/console/webhooks')).toEqual(saying('Switched off'));
    const off = await visitor.get(failing);
    expect(off.text).toContain('410 Gone');
    expect(off.text).not.toMatch(/Send test event|Send again|>Disable</);
  });
});

describe('creating an endpoint', () => {
  it('shows its signing secret once', async () => {
    const created = await visitor.submit('/console/webhooks/new', { url: NOWHERE, description: 'CRM' });
    expect(created).toEqual(saying('The endpoint was created.'));
    expect(created.text).toMatch(/<span id="value-0">Signing secret</);
    expect(secretIn(created)).toBeDefined();
  });

  it('as the twenty-first is refused', async () => {
    for (let count = 0; count < 20; count++) await newWebhook(visitor, NOWHERE);
    const beyond = await visitor.submit('/console/webhooks/new', { url: NOWHERE });
    expect(beyond).toMatchObject({ status: 422, text: expect.stringContaining('may have no more') });
  });
});

describe('an endpoint', () => {
  it('is changed', async () => {
    const path = await newWebhook(visitor, NOWHERE, { description: 'CRM', 'types:room.created': '1' });
    const form = await visitor.get(`${path}/change`);
    expect(form.text).toContain(`value="${NOWHERE}"`);
    expect(form.text).toContain('name="types:room.created" checked');
    const changed = await visitor.submit(`${path}/change`, {
      url: 'http://127.0.0.1:9/new',
      'types:room.updated': '1',
    });
    const page = await visitor.follow(changed);
    for (const text of ['The endpoint was changed.', 'http://127.0.0.1:9/new', 'room.updated', '<h1>127.0.0.1:9</h1>'])
      expect(page.text).toContain(text);
    expect(page.text).not.toMatch(/CRM|room\.created/);
  });

  it('is disabled after a question, and enabled at once', async () => {
    const path = await newWebhook(visitor, NOWHERE, { description: 'CRM' });
    expect(await visitor.get(`${path}/disable`)).toEqual(saying('<h1>Disable CRM?</h1>'));
    const disabled = await visitor.follow(await visitor.submit(`${path}/disable`));
    expect(disabled).toEqual(saying('Nothing is sent while the endpoint is disabled.'));
    for (const page of ['test', 'replay']) {
      const refused = await visitor.submit(`${path}/${page}`, { from: '2026-10-05T08:00' });
      expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('Enable it first.') });
    }
    expect(await visitor.follow(await visitor.post(`${path}/enable`))).toEqual(saying('The endpoint was enabled.'));
    expect(await visitor.get(path)).toEqual(saying('Send test event'));
  });

  it('gets a new secret', async () => {
    const { receiver, path } = await newReceiver(visitor, QUIET);
    const rotated = await visitor.submit(`${path}/rotate`);
    expect(rotated).toEqual(saying('The secret was rotated.'));
    expect(secretIn(rotated)).toBeDefined();
    await sentTest(visitor, path);
    expect(String(receiver.requests[0]?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('is deleted after a question', async () => {
    const path = await newWebhook(visitor, NOWHERE);
    expect(await visitor.get(`${path}/delete`)).toEqual(saying('You can’t undo this'));
    expect(await visitor.follow(await visitor.submit(`${path}/delete`))).toEqual(saying('The endpoint was deleted.'));
    expect(await visitor.get(path)).toMatchObject({ status: 404 });
  });
});
