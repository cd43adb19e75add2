import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { screens } from '../../console/screens/screens.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { newAdministrator, newLink, type TestAdministrator } from '../support/console/administrator.ts';
import { newIntegration } from '../support/console/recorded.ts';
import { hiddenIn, Visitor } from '../support/console/visitor.ts';
import { NOWHERE, newWebhook, sentTest } from '../support/console/webhooks.ts';
import { query } from '../support/postgres/query.ts';
import { TestSystem } from '../support/test-system.ts';

/** Buttons beside which nothing can be typed: without a session, they lead to the sign-in page alone. */
const BUTTONS = ['/webhooks/{id}/enable', '/account/passkeys/options', '/account/sessions/{id}/end'];
/** Files, and what comes of them, belong to the session in which they were sent. */
const FILES = ['/people/import', '/people/import/{id}'];
const forms = screens.filter(({ submit, isPublic }) => submit && !isPublic);
const addresses: Record<string, string> = {};

let system: TestSystem;
let ada: TestAdministrator;
let visitor: Visitor;
beforeAll(async () => {
  // With a mail server, which nobody is to reach, there is a form about email.
  system = await TestSystem.start({ smtpUrl: 'smtp://127.0.0.1:9' });
  ada = await newAdministrator(system);
  // Passkeys need a host name.
  visitor = new Visitor(system.consoleUrl.replace('127.0.0.1', 'localhost'));
  await visitor.post(await newLink(ada));
  const { institution, userId } = ada;
  const { client, operator } = institution;
  const [used, idle] = [await newIntegration(institution, 'Used'), await newIntegration(institution, 'Idle')];
  await operator(IntegrationService.method.rotateIntegrationSecret, {
    clientId: used.clientId,
    keepFormerSeconds: 3600,
  });
  await operator(IntegrationService.method.deactivateIntegration, { clientId: idle.clientId });
  const sync = (await visitor.submit('/console/integrations/directory-sync', { name: 'Sync' })).text;
  const [, syncId] =
    /directory-sync\/([0-9a-f-]{36})/.exec((await visitor.get('/console/integrations/directory-sync')).text) ?? [];
  expect(sync).toContain('Bearer token');
  await visitor.submit(`/console/integrations/directory-sync/${syncId}/rotate`, { keepFormerSeconds: '3600' });
  const member = (await client.post('/users', { email: 'bee@example.org', name: 'Busy Bee' })).body.data;
  const log = { email: member.email, startTime: '2026-09-01T08:00:00Z', endTime: '2026-09-01T09:00:00Z' };
  const closed = (await client.post('/time-tracking/logs', log)).body.data;
  const open = (await client.post('/time-tracking/sessions/start', { email: member.email })).body.data;
  await visitor.submit(`/console/calendar-feeds/new/user/${userId}`, { name: 'Feed', role: '' });
  const [, feedId] =
    /calendar-feeds\/([0-9a-f-]{36})\/revoke/.exec((await visitor.get('/console/calendar-feeds')).text) ?? [];
  const webhook = await newWebhook(visitor, NOWHERE);
  const delivery = await sentTest(visitor, webhook);
  const colleague = await newAdministrator(system, { institution });
  const passkey = randomUUID();
  Object.assign(addresses, {
    '/integrations/{id}/rename': `/integrations/${used.id}/rename`,
    '/integrations/{id}/rotate': `/integrations/${used.id}/rotate`,
    '/integrations/{id}/end-old-secret': `/integrations/${used.id}/end-old-secret`,
    '/integrations/{id}/deactivate': `/integrations/${used.id}/deactivate`,
    '/integrations/{id}/reactivate': `/integrations/${idle.id}/reactivate`,
    '/integrations/directory-sync/{id}/rename': `/integrations/directory-sync/${syncId}/rename`,
    '/integrations/directory-sync/{id}/rotate': `/integrations/directory-sync/${syncId}/rotate`,
    '/integrations/directory-sync/{id}/end-old-token': `/integrations/directory-sync/${syncId}/end-old-token`,
    '/integrations/directory-sync/{id}/end': `/integrations/directory-sync/${syncId}/end`,
    '/integrations/directory-sync/{id}/allow-archiving': `/integrations/directory-sync/${syncId}/allow-archiving`,
    '/people/{id}': `/people/${member.id}`,
    '/time-records/{id}': `/time-records/${closed.id}`,
    '/time-records/{id}/end': `/time-records/${open.id}/end`,
    '/calendar-feeds/new/{of}/{id}': `/calendar-feeds/new/user/${member.id}`,
    '/calendar-feeds/{id}/revoke': `/calendar-feeds/${feedId}/revoke`,
    ...Object.fromEntries(
      ['change', 'rotate', 'disable', 'delete', 'test', 'replay'].map((act) => [
        `/webhooks/{id}/${act}`,
        `${webhook.slice('/console'.length)}/${act}`,
      ]),
    ),
    '/webhooks/{id}/deliveries/{deliveryId}/send-again': `${delivery.slice('/console'.length)}/send-again`,
    '/administrators/{userId}/new-link': `/administrators/${colleague.userId}/new-link`,
    '/administrators/{userId}/remove': `/administrators/${colleague.userId}/remove`,
    '/account/passkeys/{id}/rename': `/account/passkeys/${passkey}/rename`,
    '/account/passkeys/{id}/remove': `/account/passkeys/${passkey}/remove`,
  });
  await query(
    system.databases.url('identity'),
    `INSERT INTO passkeys (institution_id, id, user_id, credential_id, public_key, counter, name, created_at, revision)
     VALUES ($1, $2, $3, $4, '', 0, 'Laptop', now(), $2)`,
    [institution.id, passkey, userId, Buffer.from(passkey)],
  );
});
afterAll(() => system.stop());

const WORD = 'Kept marker';
/** A field into which a word can be typed. */
const FIELD = /<(?:input type="(?:text|email|url|search)"|textarea) id="([\w-]+)"/;

it.each(forms.filter(({ view, path }) => view && !FILES.includes(path)))(
  '$path keeps what was typed when the session had ended, and shows it after signing in',
  async ({ path }) => {
    const address = `/console${path.includes('{') ? (addresses[path] ?? 'add the address of a record above') : path}`;
    const page = await visitor.get(address);
    expect([address, page.status]).toEqual([address, 200]);
    const field = FIELD.exec(page.text.slice(page.text.indexOf('class="form"')))?.[1];
    visitor.cookies.delete('lyceum-console');
    const answer = await visitor.post(address, { ...hiddenIn(page), ...(field && { [field]: WORD }) });
    expect(answer.headers.get('location')).toMatch(/^\/console\/sign-in\?next=/);
    const entered = await visitor.post(await newLink(ada));
    expect(entered.headers.get('location')).toBe(address);
    const filled = await visitor.follow(entered);
    expect(filled).toMatchObject({ status: 200, text: expect.stringContaining('What you typed is here again') });
    if (field) expect(filled.text).toMatch(new RegExp(`value="${WORD}"|>\\s*${WORD}</textarea>`));
  },
);

it('what has no page of its own is a button beside which nothing is typed', () => {
  expect(forms.filter(({ view }) => !view).map(({ path }) => path)).toEqual(BUTTONS);
});
