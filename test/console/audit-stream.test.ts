import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { saying } from '../support/console/read-page.ts';
import type { Visitor } from '../support/console/visitor.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { TestReceiver } from '../support/webhooks/test-receiver.ts';

const PAGE = '/console/audit/stream';
let system: TestSystem;
let ada: TestAdministrator;
let visitor: Visitor;
let receiver: TestReceiver;
beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
});
afterAll(() => system.stop());
beforeEach(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
  system.clock.advance(10 * 60_000);
  receiver = await TestReceiver.start();
  onTestFinished(() => receiver.end());
});

const setUp = (fields: Readonly<Record<string, string>> = {}) =>
  visitor.submit(`${PAGE}/set`, { kind: 'https', url: receiver.url, secret: '', from: '2026-10-05', ...fields });

describe('the audit stream', () => {
  it('is set up by its owner, who sees its signing secret once, and sends what has been', async () => {
    expect(await visitor.get(PAGE)).toEqual(saying('No stream'));
    const created = await setUp();
    expect(created).toEqual(saying('Copy the signing secret now'));
    expect(created.text).toMatch(/aria-labelledby="value-0"[^>]*>whsec_/);
    const records = await until(
      'its records',
      () => receiver.requests[0] && JSON.parse(receiver.requests[0].body).records,
    );
    expect(records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ operation: 'lyceum.identity.v1.SessionService/SignInWithLink', outcome: 'done' }),
      ]),
    );
    await until('the page', async () => (await visitor.get(PAGE)).text.includes('Last accepted'));
    expect((await visitor.get(PAGE)).text).not.toContain('whsec_');
    expect(await visitor.get('/console/audit')).toEqual(saying('set where the audit is sent'));
  });

  it('that its receiver refuses is paused, and says so, until it is sent now', async () => {
    receiver.answer = (response) => response.writeHead(401).end();
    await setUp({ kind: 'splunk_hec', secret: 'a-token' });
    await until('the pause', async () => (await visitor.get(PAGE)).text.includes('Paused'));
    expect(await visitor.get('/console/')).toEqual(saying('is paused: its receiver refuses it'));
    receiver.answer = (response) => response.writeHead(200).end('{"code":0}');
    await visitor.post(`${PAGE}/resume`);
    await until('what was sent', async () => (await visitor.get(PAGE)).text.includes('Sending'));
    expect((await visitor.get('/console/')).text).not.toContain('its receiver refuses it');
  });

  it('says what is wrong with an address and a token', async () => {
    expect(await setUp({ kind: 'otlp_http' })).toMatchObject({ status: 422 });
    expect(await setUp({ url: 'https://user@example.org/' })).toMatchObject({ status: 422 });
    expect(await setUp({ secret: 'whsec_short' })).toMatchObject({ status: 422 });
    expect(await visitor.get(PAGE)).toEqual(saying('No stream'));
  });

  it('sends nothing more once it is removed', async () => {
    await setUp();
    expect((await visitor.submit(`${PAGE}/remove`)).status).toBe(303);
    expect(await visitor.get(PAGE)).toEqual(saying('No stream'));
  });
});
