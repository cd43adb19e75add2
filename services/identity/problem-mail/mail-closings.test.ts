import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { TestMailServer } from '../../../test/support/email/mail-server.ts';
import { setArchived } from '../../../test/support/identity/archive-user.ts';
import { newAdministrator } from '../../../test/support/identity/sign-in.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { LogLines } from '../../../test/support/process/log-lines.ts';
import { until } from '../../../test/support/until.ts';
import { activity } from '../../activity/service.ts';
import { directory } from '../../directory/service.ts';
import { webhooks } from '../../webhooks/service.ts';
import { problemMailWork } from './mail-worker.ts';

const logged = new LogLines();
const ends: (() => Promise<unknown>)[] = [];
let server: TestMailServer;
let service: TestService;
let operator: TenantActor;
let ada: User;
let emails = 0;
beforeAll(async () => {
  server = await TestMailServer.start(/closed|geschlossen/);
  service = await startIdentity({
    peers: [directory, webhooks, activity],
    log: pino({ level: 'info' }, logged),
    configuration: { SMTP_URL: server.url, SMTP_FROM: 'lyceum@example.org' },
  });
});
afterAll(async () => {
  await service.stop();
  await server.end();
});
beforeEach(async () => {
  await service.sql('TRUNCATE standstills, closing_mails');
  server.recipient = () => undefined;
  server.mails.length = 0;
  operator = await newInstitution(service);
  ada = await newAdministrator(service, operator, `ada-${++emails}@x.example`);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function startReplica(): void {
  const work = problemMailWork(service.runtime, POLL_MS);
  if (!work) throw new Error('no work');
  work.start();
  ends.push(() => work.stop());
}

/** A row in identity's database, as the command line writes it when it closes or announces. @param closes in SQL */
const close = (institutionId: string, closes: string) =>
  service.sql(
    `INSERT INTO standstills (institution_id, state, is_settled, closed_at, deletes_at)
     VALUES ('${institutionId}', 'closed', true, ${closes}, ${closes} + interval '30 days')`,
  );
const mailed = () => server.mails.flatMap(({ recipients }) => recipients).toSorted();
/** Waits until another institution's administrator, who was claimed last, has been told: then all were. */
async function settle(): Promise<void> {
  const other = await newInstitution(service);
  const last = await newAdministrator(service, other, `last-${++emails}@x.example`);
  await close(other.institutionId, 'now()');
  await until('the last email', () => mailed().includes(last.email), PATIENCE_MS);
  for (const end of ends.splice(0)) await end();
}

const POLL_MS = 50;
const PATIENCE_MS = 60_000;

it('tells every administrator once of a closing that is announced, whoever wants email about problems', async () => {
  const bob = await newAdministrator(service, operator, `bob-${emails}@x.example`);
  const gone = await newAdministrator(service, operator, `gone-${emails}@x.example`);
  const masked = await newAdministrator(service, operator, `ab12-${emails}@masked.invalid`);
  await setArchived(service, operator, gone.id, true);
  await close(operator.institutionId, `timestamptz '2096-01-01T00:00:00Z'`);
  for (let replicas = 0; replicas < 3; replicas++) startReplica();
  await until('the emails', () => server.mails.length >= 2, PATIENCE_MS);
  await settle();
  expect(mailed().filter((address) => !address.startsWith('last'))).toEqual([ada.email, bob.email]);
  expect(mailed()).not.toContain(masked.email);
  const [mail] = server.to(ada.email);
  expect(mail?.headers.get('subject')?.[0]).toContain('will be closed on 1 Jan 2096');
  expect(mail?.text).toContain('Until 31 Jan 2096');
  expect(mail?.headers.get('list-unsubscribe')).toBeUndefined();
});

it('tells until when a closed institution can be reopened, and again of another closing', async () => {
  await close(operator.institutionId, `timestamptz '2026-01-01T00:00:00Z'`);
  await service.sql(`UPDATE standstills SET deletes_at = '2096-01-31T00:00:00Z'`);
  startReplica();
  await settle();
  const [mail, ...more] = server.to(ada.email);
  expect([mail?.headers.get('subject')?.[0], more]).toEqual([expect.stringContaining('was closed on 1 Jan 2026'), []]);
  expect(mail?.text).toContain('Until 31 Jan 2096');
  await service.sql(`UPDATE standstills SET closed_at = '2026-02-01T00:00:00Z'`);
  startReplica();
  await until('the second email', () => server.to(ada.email).length === 2, PATIENCE_MS);
});

it('tells it in the language of the institution to whoever has chosen none', async () => {
  await service.call(operator)(InstitutionService.method.setInstitutionSettings, {
    change: { language: 'de', timeTrackingTimezone: 'Europe/Berlin' },
  });
  await close(operator.institutionId, `timestamptz '2096-01-01T00:00:00Z'`);
  startReplica();
  await settle();
  const [mail] = server.to(ada.email);
  expect(mail?.headers.get('subject')?.[0]).toContain('wird am 01.01.2096, 01:00 Uhr geschlossen');
  expect(mail?.text).toContain('Bis zum 31.01.2096, 01:00 Uhr kann der Betreiber von Lyceum alles wieder öffnen');
});

it('is repeated while the mail server is away, and not for an address that it refuses', async () => {
  server.recipient = (address) => (address === ada.email ? 550 : undefined);
  await close(operator.institutionId, 'now()');
  startReplica();
  await settle();
  expect(mailed()).toHaveLength(1);
  server.mails.length = 0;
  server.recipient = () => undefined;
  await server.end();
  const other = await newInstitution(service);
  const bob = await newAdministrator(service, other, `bob-${emails}@x.example`);
  await close(other.institutionId, 'now()');
  const lines = logged.lines.length;
  startReplica();
  await until(
    'an attempt',
    () => logged.lines.slice(lines).some(({ result }) => result === 'unreachable'),
    PATIENCE_MS,
  );
  await server.resume();
  await until('the email', () => server.mails.length > 0, PATIENCE_MS);
  expect(mailed()).toEqual([bob.email]);
});
