import { randomUUID } from 'node:crypto';
import { WorkingTimeRules } from '../../../proto/gen/lyceum/common/v1/working_time_rules_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { importRecords } from '../import-records.ts';
import { query } from '../postgres/query.ts';
import type { TestSystem } from '../test-system.ts';
import { until } from '../until.ts';
import { newAdministrator, type TestAdministrator } from './administrator.ts';
import { HOSTILE } from './read-page.ts';
import { newIntegration, record } from './recorded.ts';
import type { Visitor } from './visitor.ts';
import { NOWHERE, newWebhook, sentTest } from './webhooks.ts';

/** Makes one of each record that the console shows, all with one name; returns the address of a screen by its path. */
export async function oneOfEach(
  system: TestSystem,
  { institution, userId }: TestAdministrator,
  visitor: Visitor,
  { name = HOSTILE, email = 'bee@example.org', code = 'BEE-1' } = {},
): Promise<(path: string) => string> {
  const { client, operator } = institution;
  const firstIn = async (path: string, pattern: RegExp) => pattern.exec((await visitor.get(path)).text)?.[1] ?? '';
  const [used, idle] = [await newIntegration(institution, name), await newIntegration(institution, name)];
  await operator(IntegrationService.method.rotateIntegrationSecret, {
    clientId: used.clientId,
    keepFormerSeconds: 3600,
  });
  await operator(IntegrationService.method.deactivateIntegration, { clientId: idle.clientId });
  const syncs = '/console/integrations/directory-sync';
  await visitor.submit(syncs, { name });
  const sync = await firstIn(syncs, /(\/console\/integrations\/directory-sync\/[0-9a-f-]{36})/);
  await visitor.submit(`${sync}/rotate`, { keepFormerSeconds: '3600' });
  const left = (await client.post('/users', { email: `left-${email}`, name })).body.data;
  await client.patch(`/users/${left.id}`, { isArchived: true }, { ifMatch: '*' });
  const member = (await client.post('/users', { email, name, code })).body.data;
  const log = { email: member.email, startTime: '2026-09-01T08:00:00Z', endTime: '2026-09-01T09:00:00Z', note: name };
  const closed = (await client.post('/time-tracking/logs', log)).body.data;
  // Two Sundays, each in a week of its own.
  await operator(InstitutionService.method.setInstitutionSettings, {
    change: { workingTimeRules: WorkingTimeRules.DE_ARBZG },
  });
  for (const day of ['2026-08-30', '2026-09-06'])
    await client.post('/time-tracking/logs', { ...log, startTime: `${day}T08:00:00Z`, endTime: `${day}T09:00:00Z` });
  const found = await client.get('/time-tracking/findings?from=2026-09-01&to=2026-10-01');
  const open = (await client.post('/time-tracking/sessions/start', { email: member.email })).body.data;
  await visitor.submit('/console/time-records/close-month', { month: '2026-07', group: '' });
  for (const at of ['2026-07-15T08:00:00Z', '2026-07-16T08:00:00Z'])
    await client.post('/time-tracking/sessions/start', { email: member.email, at });
  const months = '/console/time-records/closed-months';
  await visitor.submit(`/console/calendar-feeds/new/user/${userId}`, { name, role: '' });
  const webhook = await newWebhook(visitor, `${NOWHERE}?q=${name}`, { description: name });
  const delivery = await sentTest(visitor, webhook);
  const colleague = await newAdministrator(system, { institution, name });
  const passkey = randomUUID();
  await query(
    system.databases.url('identity'),
    `INSERT INTO passkeys (institution_id, id, user_id, credential_id, public_key, counter, name, created_at, revision)
     VALUES ($1, $2, $3, $4, '', 0, $5, now(), $2)`,
    [institution.id, passkey, userId, Buffer.from(passkey), name],
  );
  const archive = randomUUID();
  await query(
    system.databases.url('directory'),
    `INSERT INTO archives (institution_id, id, requested_at, requested_by, requested_by_name, runs_until, done, total,
       has_failed, size, members, expires_at)
     VALUES ($1, $2, '2026-10-05T07:00:00Z', $3, $4, now(), 1, 1, false, 1024, '[]', '2999-01-01T00:00:00Z')`,
    [institution.id, archive, userId, name],
  );
  const file = await visitor.upload(
    '/console/people/import',
    `email,name,code\r\nnew@x.example,"${name.replaceAll('"', '""')}",\r\n`,
  );
  const calendar = '/console/settings/working-time/calendar';
  const day = `name,from\n"${name.replaceAll('"', '""')}",2026-12-24`;
  const days = await visitor.upload(calendar, `${day}\nAnother,2026-12-31`, { kind: 'holiday' });
  const imported = days.headers.get('location') ?? '';
  await visitor.submit(imported);
  const moreDays = await visitor.upload(calendar, `${day}\nOther,2026-12-25`, { kind: 'closed' });
  await importRecords(operator, 'userGroups', [{ ref: name, name }]);
  const texts = { method: name, route: name, path: name, detail: name, userAgent: name };
  const errors = JSON.stringify([{ field: name, pointer: name, code: name, message: name }]);
  const hostile = { integrationId: used.id, status: 429, code: name, clientAddress: name, ...texts, errors };
  await record(system, institution, [
    { ...hostile, requestId: 'hostile' },
    { ...hostile, requestId: name },
    { ...hostile, requestId: name },
  ]);
  const event = await until('the event', () =>
    firstIn(`/console/events?resourceId=${member.id}`, /href="(\/console\/events\/[0-9a-f-]{36})"/),
  );
  /** By the longest beginning of a path. */
  const addresses: Readonly<Record<string, string>> = {
    '/integrations/{id}/reactivate': `/console/integrations/${idle.id}/reactivate`,
    '/integrations/{id}': `/console/integrations/${used.id}`,
    '/integrations/directory-sync/{id}': sync,
    '/people/import/{id}': file.headers.get('location') ?? '',
    '/people/{id}/erase': `/console/people/${left.id}/erase`,
    '/people/{id}': `/console/people/${member.id}`,
    '/time-records/findings/weeks/{userId}/{monday}': `/console/time-records/findings/weeks/${member.id}/2026-08-24`,
    '/time-records/findings/{id}': `/console/time-records/findings/${found.body.data[0].id}`,
    '/time-records/{id}/end': `/console/time-records/${open.id}/end`,
    '/time-records/closed-months/{id}': await firstIn(
      months,
      /(\/console\/time-records\/closed-months\/[0-9a-f-]{36})/,
    ),
    '/time-records/late/{id}/reject': await firstIn(months, /.*href="(\/console\/time-records\/late\/[^"]*\/reject)"/s),
    '/time-records/late/{id}': await firstIn(months, /(\/console\/time-records\/late\/[0-9a-f-]{36})/),
    '/time-records/{id}': `/console/time-records/${closed.id}`,
    '/requests/{requestId}': '/console/requests/hostile',
    '/calendar-feeds/new/{of}/{id}': `/console/calendar-feeds/new/user/${member.id}`,
    '/calendar-feeds/{id}/revoke': await firstIn('/console/calendar-feeds', /href="([^"]+\/revoke)"/),
    '/webhooks/{id}/deliveries/{deliveryId}': delivery,
    '/webhooks/{id}': webhook,
    '/events/{id}': event,
    '/administrators/{userId}': `/console/administrators/${colleague.userId}`,
    '/settings/working-time/calendar/imports/{id}/remove': `${imported}/remove`,
    '/settings/working-time/calendar/imports/{id}': moreDays.headers.get('location') ?? '',
    '/settings/working-time/calendar/days/{id}/remove': await firstIn(calendar, /action="([^"]+\/remove)"/),
    '/settings/your-data/{id}': `/console/settings/your-data/${archive}`,
    '/account/passkeys/{id}': `/console/account/passkeys/${passkey}`,
    '/account/sessions/{id}/end': await firstIn('/console/account', /action="([^"]+\/sessions\/[^"]+\/end)"/),
  };
  return (path) => {
    const begin = Object.keys(addresses).find((each) => path.startsWith(each));
    if (begin === undefined && path.includes('{')) throw new Error(`Add a record whose address is ${path}.`);
    return begin === undefined ? `/console${path}` : `${addresses[begin]}${path.slice(begin.length)}`;
  };
}
