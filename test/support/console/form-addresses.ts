import { randomUUID } from 'node:crypto';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { query } from '../postgres/query.ts';
import type { TestSystem } from '../test-system.ts';
import { newAdministrator, type TestAdministrator } from './administrator.ts';
import { newIntegration } from './recorded.ts';
import type { Visitor } from './visitor.ts';
import { NOWHERE, newWebhook, sentTest } from './webhooks.ts';

/**
 * Makes records with which each form can do something. @param more addresses by paths of screens, without `/console`
 * @returns the address of a screen by its path
 */
export async function addressesOfForms(
  system: TestSystem,
  { institution, userId }: TestAdministrator,
  visitor: Visitor,
  more: Readonly<Record<string, string>> = {},
): Promise<(path: string) => string> {
  const { client, operator } = institution;
  const [used, idle] = [await newIntegration(institution, 'Used'), await newIntegration(institution, 'Idle')];
  await operator(IntegrationService.method.rotateIntegrationSecret, {
    clientId: used.clientId,
    keepFormerSeconds: 3600,
  });
  await operator(IntegrationService.method.deactivateIntegration, { clientId: idle.clientId });
  await visitor.submit('/console/integrations/directory-sync', { name: 'Sync' });
  const [, syncId] =
    /directory-sync\/([0-9a-f-]{36})/.exec((await visitor.get('/console/integrations/directory-sync')).text) ?? [];
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
  await query(
    system.databases.url('identity'),
    `INSERT INTO passkeys (institution_id, id, user_id, credential_id, public_key, counter, name, created_at, revision)
     VALUES ($1, $2, $3, $4, '', 0, 'Laptop', now(), $2)`,
    [institution.id, passkey, userId, Buffer.from(passkey)],
  );
  const records = Object.entries({
    '/integrations/directory-sync/{id}': `/integrations/directory-sync/${syncId}`,
    '/integrations/{id}/reactivate': `/integrations/${idle.id}/reactivate`,
    '/integrations/{id}': `/integrations/${used.id}`,
    '/people/{id}': `/people/${member.id}`,
    '/time-records/{id}/end': `/time-records/${open.id}/end`,
    '/time-records/{id}': `/time-records/${closed.id}`,
    '/calendar-feeds/new/{of}/{id}': `/calendar-feeds/new/user/${member.id}`,
    '/calendar-feeds/{id}': `/calendar-feeds/${feedId}`,
    '/webhooks/{id}/deliveries/{deliveryId}': delivery.slice('/console'.length),
    '/webhooks/{id}': webhook.slice('/console'.length),
    '/administrators/{userId}': `/administrators/${colleague.userId}`,
    '/account/passkeys/{id}': `/account/passkeys/${passkey}`,
    ...more,
  });
  return (path) => {
    if (!path.includes('{')) return `/console${path}`;
    const [known, address] = records.find(([each]) => path === each || path.startsWith(`${each}/`)) ?? [];
    if (known === undefined) throw new Error(`add the address of a record for ${path}`);
    return `/console${address}${path.slice(known.length)}`;
  };
}
