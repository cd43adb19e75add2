import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import type { Answer, Visitor } from '../support/console/visitor.ts';
import { faultsIn, NOWHERE, newReceiver, newWebhook, rowsIn, sentTest } from '../support/console/webhooks.ts';
import { query } from '../support/postgres/query.ts';
import { TestSystem } from '../support/test-system.ts';

const HOSTILE = `"><img src=x onerror=alert(1)>'<script>alert(1)</script>`;

let system: TestSystem;
let ada: TestAdministrator;
let visitor: Visitor;
beforeAll(async () => {
  system = await TestSystem.start();
});
beforeEach(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
});

/** A type of events that nothing here publishes. */
const QUIET = 'settings.updated';
const sql = (text: string, values: unknown[]) => query(system.databases.url('webhooks'), text, values);
const idIn = (path: string) => path.split('/').at(-1) ?? '';
const secretIn = ({ text }: Answer) => /aria-labelledby="value-0"[^>]*>(whsec_[^<]+)</.exec(text)?.[1];
const saying = (text: string) => expect.objectContaining({ text: expect.stringContaining(text) });

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
    const { text } = await visitor.get('/console/webhooks/new');
    const key = /name="form-key" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const fields = { 'form-key': key, url: NOWHERE, description: 'CRM' };
    const created = await visitor.post('/console/webhooks/new', fields);
    expect(created).toEqual(saying('The endpoint was created.'));
    expect(created.text).toMatch(/<span id="value-0">Signing secret</);
    expect(secretIn(created)).toBeDefined();
    const again = await visitor.post('/console/webhooks/new', fields);
    expect([secretIn(again), again.text.includes('the secret was shown then')]).toEqual([undefined, true]);
    expect(rowsIn(await visitor.get('/console/webhooks'))).toEqual(['CRM']);
  });

  it.each([
    ['', 'Fill this in.'],
    ['campus.example', 'Must be an absolute URL.'],
    ['ftp://campus.example', /^Must begin with /],
    ['https://ada:secret@campus.example', 'Must hold no user name or password.'],
    [`https://campus.example/${'x'.repeat(2_048)}`, /2048/],
  ])('with the address %.40s says beside the field what is wrong with it, and keeps the rest', async (url, fault) => {
    const fields = { url, description: 'CRM & Co', 'types:user.created': '1' };
    const answer = await visitor.submit('/console/webhooks/new', fields);
    expect(answer.status).toBe(422);
    expect(faultsIn(answer)).toEqual({ url: expect.stringMatching(fault) });
    expect(answer.text).toMatch(
      /<input type="url" id="url" name="url" aria-describedby="url-fault url-help" aria-invalid="true"/,
    );
    expect(answer.text).toContain('value="CRM &amp; Co"');
    expect(answer.text.match(/name="types:[\w.]+" checked/g)).toEqual(['name="types:user.created" checked']);
  });

  it('of a type that nobody knows, with an overlong description, and as the twenty-first is refused', async () => {
    const answer = await visitor.submit('/console/webhooks/new', { url: NOWHERE, 'types:dragon.hatched': '1' });
    expect(faultsIn(answer)).toEqual({ types: 'Is not a known event type.' });
    expect(answer.text).toMatch(/role="group"[^>]* aria-describedby="types-fault types-help" aria-invalid="true"/);
    const long = await visitor.submit('/console/webhooks/new', { url: NOWHERE, description: 'x'.repeat(501) });
    expect(Object.keys(faultsIn(long))).toEqual(['description']);
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
    const fault = await visitor.submit(`${path}/change`, { url: 'nowhere', 'types:room.updated': '1' });
    expect([fault.status, faultsIn(fault)]).toEqual([422, { url: 'Must be an absolute URL.' }]);
    expect(fault.text).not.toContain('name="types:room.created" checked');
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

it('what people have written is shown as text', async () => {
  const path = await newWebhook(visitor, `${NOWHERE}?q=${HOSTILE}`, { description: HOSTILE });
  const sent = await sentTest(visitor, path);
  const query = `?status=&event=${encodeURIComponent(HOSTILE)}`;
  for (const page of ['/console/webhooks', path, `${path}${query}`, sent, `${sent}/send-again`])
    expect((await visitor.get(page)).text).not.toMatch(/<img|<script>|onerror=alert\(1\)>/);
  for (const page of ['change', 'rotate', 'disable', 'delete', 'test', 'replay'])
    expect((await visitor.get(`${path}/${page}`)).text).not.toMatch(/<img|<script>|onerror=alert\(1\)>/);
  const fields = { url: HOSTILE, from: HOSTILE, to: HOSTILE, description: HOSTILE, [`types:${HOSTILE}`]: '1' };
  for (const page of ['change', 'replay'])
    expect((await visitor.submit(`${path}/${page}`, fields)).text).not.toMatch(/<img|<script>|onerror=alert\(1\)>/);
});

it('another institution finds nothing and changes nothing', async () => {
  const path = await newWebhook(visitor, NOWHERE, { description: 'CRM' });
  const sent = await sentTest(visitor, path);
  const before = await visitor.get(path);
  const stranger = await signedIn(system, await newAdministrator(system));
  const own = await newWebhook(stranger, NOWHERE);
  const pages = ['change', 'rotate', 'disable', 'delete', 'test', 'replay'].map((page) => `${path}/${page}`);
  for (const page of [path, sent, ...pages, `${own}/deliveries/${idIn(sent)}`, '/console/webhooks/x'])
    expect([page, (await stranger.get(page)).status]).toEqual([page, 404]);
  const fields = { url: NOWHERE, from: '2026-10-05T07:00' };
  for (const page of [...pages, `${path}/enable`, `${sent}/send-again`, `${own}/deliveries/${idIn(sent)}/send-again`])
    expect([page, (await stranger.post(page, fields)).status]).toEqual([page, 404]);
  expect((await visitor.get(path)).text).toBe(before.text);
});
