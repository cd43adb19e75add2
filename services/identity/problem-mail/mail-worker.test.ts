import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { DAY_MS, HOUR_MS, toInstantText } from '../../../platform/core/instant.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { ProblemMailService } from '../../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { TestMailServer } from '../../../test/support/email/mail-server.ts';
import type { ReceivedMail } from '../../../test/support/email/read-mail.ts';
import { deliverArchiving, setArchived } from '../../../test/support/identity/archive-user.ts';
import { newAdministrator, signIn } from '../../../test/support/identity/sign-in.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { LogLines } from '../../../test/support/process/log-lines.ts';
import { until } from '../../../test/support/until.ts';
import { activity } from '../../activity/service.ts';
import { directory } from '../../directory/service.ts';
import { webhooks } from '../../webhooks/service.ts';
import { claimMail } from '../store/problem-mails.ts';
import { mailCounts } from './mail-counts.ts';
import { problemMailWork } from './mail-worker.ts';

const logged = new LogLines();
const ends: (() => Promise<unknown>)[] = [];
let server: TestMailServer;
let service: TestService;
let operator: TenantActor;
let ada: User;
let emails = 0;
beforeAll(async () => {
  server = await TestMailServer.start(/attention|erledigen/);
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
  await service.sql('TRUNCATE problem_mails');
  server.recipient = server.content = () => undefined;
  server.mails.length = 0;
  server.arrived = 0;
  operator = await newInstitution(service);
  ada = await newAdministrator(service, operator, `ada-${++emails}@x.example`);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** The work of a replica of identity. */
function startReplica(runtime: Runtime = service.runtime): void {
  const work = problemMailWork(runtime, POLL_MS);
  if (!work) throw new Error('no work');
  work.start();
  ends.push(() => work.stop());
}

async function want(user: User): Promise<void> {
  const { actor } = await signIn(service, operator, user);
  await service.call(actor)(ProblemMailService.method.startProblemMail, {});
}

async function addProblem(name = 'HR export'): Promise<void> {
  const call = service.call(operator);
  const { integration } = await call(IntegrationService.method.createIntegration, { name });
  const clientId = integration?.clientId ?? '';
  await call(IntegrationService.method.rotateIntegrationSecret, { clientId, keepFormerSeconds: 3_600 });
}

const lookNow = () => service.sql('UPDATE problem_mails SET look_at = clock_timestamp()');
const aDayLater = () =>
  service.sql(`UPDATE problem_mails SET mailed_at = mailed_at - interval '24 hours', look_at = clock_timestamp()`);

/** Waits until everybody who is due has been looked for, then stops the replicas. */
async function settle(): Promise<void> {
  const own = operator;
  operator = await newInstitution(service);
  const last = await newAdministrator(service, operator, `last-${++emails}@x.example`);
  await addProblem();
  await want(last);
  await until('the email to who is due last', () => server.to(last.email).length > 0, PATIENCE_MS);
  for (const end of ends.splice(0)) await end();
  server.mails.splice(server.mails.indexOf(server.to(last.email)[0] as ReceivedMail), 1);
  server.arrived--;
  operator = own;
}

/** A replica looks whose clock differs by some days, and then stops: again, if it stopped before it had looked. */
async function lookDaysLater(days: number): Promise<void> {
  const clock = { ...service.runtime.clock, now: () => service.clock.now() + days * DAY_MS };
  // Instants are stored in milliseconds, so that the present may be rounded to what is still to come.
  const isDone = async () =>
    (await service.sql(`SELECT FROM problem_mails WHERE look_at <= clock_timestamp() + interval '1 second'`)).length ===
    0;
  await lookNow();
  do {
    startReplica({ ...service.runtime, clock });
    await until('a look', isDone);
    for (const end of ends.splice(0)) await end();
  } while (!(await isDone()));
}

/** Long enough for a stop to come between two rounds. */
const POLL_MS = 50;
/** For a machine that is busy. */
const PATIENCE_MS = 60_000;

it('of many replicas, one sends each administrator the email of the day', async () => {
  await addProblem();
  const others = await Promise.all(
    [1, 2, 3].map((n) => newAdministrator(service, operator, `colleague-${n}-${emails}@x.example`)),
  );
  for (const each of [ada, ...others]) await want(each);
  for (let n = 0; n < 4; n++) startReplica();
  await until('the emails', () => server.mails.length === 4, PATIENCE_MS);
  await lookNow();
  await settle();
  expect(server.mails.map(({ recipients }) => recipients[0]).sort()).toEqual(
    [ada, ...others].map(({ email }) => email).sort(),
  );
  await aDayLater();
  startReplica();
  await settle();
  expect(server.mails).toHaveLength(4);
});

it('each administrator is written to in the own language, else in the institution’s', async () => {
  await service.call(operator)(InstitutionService.method.setInstitutionSettings, { change: { language: 'de' } });
  await addProblem();
  const ben = await newAdministrator(service, operator, `ben-${emails}@x.example`);
  for (const each of [ada, ben]) await want(each);
  const { actor } = await signIn(service, operator, ben);
  await service.call(actor)(AdministratorService.method.setOwnLanguage, { language: 'en' });
  startReplica();
  await settle();
  const subjectTo = ({ email }: User) => server.to(email)[0]?.headers.get('subject')?.[0];
  expect([subjectTo(ada), subjectTo(ben)]).toEqual([
    expect.stringContaining('Etwas ist zu erledigen'),
    expect.stringContaining('something needs attention'),
  ]);
});

it('a replica whose clock is a month ahead, or behind, sends no other email', async () => {
  await addProblem();
  await want(ada);
  startReplica();
  await settle();
  expect(server.mails).toHaveLength(1);
  await addProblem('Badge terminals');
  for (const days of [30, -30]) {
    await lookDaysLater(days);
    await lookNow();
    startReplica();
    await settle();
  }
  expect(server.mails).toHaveLength(1);
});

it('what an integration uses and will end is told 90, 30 and 7 days before, each once', async () => {
  const call = service.call(operator);
  const { integration } = await call(IntegrationService.method.createIntegration, { name: 'Timetable' });
  const now = service.clock.now();
  const [since, hour, sunset] = [now, now - (now % HOUR_MS), now + 100 * DAY_MS].map(toInstantText);
  const use = { since: since ?? '', sunset: sunset ?? '', anchor: 'old', requests: 1 };
  const other = { ...use, feature: 'GET /undecided', sunset: undefined };
  const hours = [{ hour: hour ?? '', deprecated: [{ ...use, feature: 'GET /old?x' }, other] }];
  await service.call(ANONYMOUS)(RequestService.method.recordRequests, {
    batchId: systemIds.newId(),
    usage: [{ institutionId: operator.institutionId, integrationId: integration?.id ?? '', hours }],
  });
  await want(ada);
  const mails: number[] = [];
  for (const days of [0, 9, 11, 40, 71, 75, 94, 99, 101]) {
    await aDayLater();
    await lookDaysLater(days);
    mails.push(server.mails.length);
  }
  expect(mails).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 3]);
  expect(server.mails[0]?.text).toMatch(/Timetable uses GET \/old\?x, which ends on \d/);
  expect(server.mails[0]?.text).not.toContain('undecided');
});

it('after a clock of the database that was years ahead, email goes on after a day', async () => {
  await addProblem();
  await want(ada);
  await service.sql(`UPDATE problem_mails SET mailed_at = '2040-01-01', look_at = '2040-01-01'`);
  startReplica();
  await until('a look', async () => {
    const rows = await service.sql(`SELECT FROM problem_mails WHERE look_at < '2039-01-01'`);
    return rows.length === 1;
  });
  await settle();
  expect(server.mails).toEqual([]);
  await aDayLater();
  startReplica();
  await settle();
  expect(server.mails).toHaveLength(1);
});

it('a process that is killed between claim and sending sends nothing that day; the next day tells it', async () => {
  await addProblem();
  await want(ada);
  const key = { institutionId: operator.institutionId, userId: ada.id };
  expect(await service.runtime.db.transaction((tx) => claimMail(tx, key), { of: 'nobody' })).toBeDefined();
  startReplica();
  await lookNow();
  await settle();
  expect(server.mails).toEqual([]);
  await aDayLater();
  startReplica();
  await settle();
  expect(server.mails).toHaveLength(1);
});

it('a mail server that is away gets the email once when it is back, and the log has no address', async () => {
  await addProblem();
  await want(ada);
  // That somebody was made an administrator would be told first.
  await service.sql('TRUNCATE administrator_notices');
  const before = { ...mailCounts(service.runtime) };
  const lines = logged.lines.length;
  await server.end();
  startReplica();
  await until('two attempts', () => mailCounts(service.runtime).failed >= before.failed + 2, PATIENCE_MS);
  await server.resume();
  await until('the email', () => server.mails.length > 0, PATIENCE_MS);
  await settle();
  expect(server.mails).toHaveLength(1);
  const { sent, failed } = mailCounts(service.runtime);
  // With the one by which it has settled, and those that tell who was made an administrator.
  expect(sent - before.sent).toBeGreaterThanOrEqual(2);
  const own = logged.lines.slice(lines).filter(({ msg }) => String(msg).includes('email'));
  expect(own).toHaveLength(failed - before.failed);
  expect(own[0]).toMatchObject({ result: 'unreachable', reason: 'ESOCKET CONN', userId: ada.id });
  expect(JSON.stringify(own)).not.toContain(ada.email);
});

it('an email whose fate is unknown is not sent again that day', async () => {
  await addProblem();
  await want(ada);
  server.content = () => new Promise(() => undefined);
  startReplica();
  await until('the content', () => server.arrived > 0, PATIENCE_MS);
  server.content = () => undefined;
  server.breakConnections();
  await lookNow();
  await settle();
  expect([server.arrived, server.mails.length]).toEqual([1, 0]);
  await aDayLater();
  startReplica();
  await settle();
  expect(server.mails).toHaveLength(1);
});

it.each([
  ['the recipient', 550],
  ['the content', 451],
] as const)('a refusal of %s (%i) delays nobody else, and is tried again later', async (what, code) => {
  await addProblem();
  const bob = await newAdministrator(service, operator, `bob-${emails}@x.example`);
  for (const each of [ada, bob]) await want(each);
  if (what === 'the recipient') server.recipient = (address) => (address === ada.email ? code : undefined);
  else server.content = ({ recipients }) => (recipients.includes(ada.email) ? code : undefined);
  startReplica();
  await until('the other email', () => server.mails.length > 0, PATIENCE_MS);
  await settle();
  expect(server.mails.map(({ recipients }) => recipients)).toEqual([[bob.email]]);
  server.recipient = server.content = () => undefined;
  startReplica();
  await lookNow();
  await settle();
  expect(server.mails.map(({ recipients }) => recipients)).toEqual([[bob.email], [ada.email]]);
});

it('nobody who was removed or archived gets email, and whoever is added again has to ask again', async () => {
  await addProblem();
  const bob = await newAdministrator(service, operator, `bob-${emails}@x.example`);
  for (const each of [ada, bob]) await want(each);
  const call = service.call(operator);
  await call(AdministratorService.method.removeAdministrator, { userId: ada.id });
  await call(AdministratorService.method.addAdministrator, { email: ada.email });
  // Directory knows, and its event is still on the way.
  await setArchived(service, operator, bob.id, true);
  startReplica();
  await settle();
  expect(server.mails).toEqual([]);
  await deliverArchiving(service, operator, bob.id, true);
  await setArchived(service, operator, bob.id, false);
  await deliverArchiving(service, operator, bob.id, false);
  await lookNow();
  startReplica();
  await settle();
  expect(server.mails).toEqual([]);
  const { actor } = await signIn(service, operator, ada);
  const { problemMail } = await service.call(actor)(ProblemMailService.method.getProblemMail, {});
  expect(problemMail?.isWanted).toBe(false);
});

it('while a service is away nothing counts as ended, and nobody is told twice', async () => {
  await addProblem();
  await want(ada);
  startReplica();
  await settle();
  await aDayLater();
  const away: Runtime['call'] = () => async () => {
    throw new Error('away');
  };
  const lines = logged.lines.length;
  startReplica({ ...service.runtime, call: away });
  await until('a look', () => logged.lines.slice(lines).some(({ msg }) => String(msg).includes('cannot look')));
  for (const end of ends.splice(0)) await end();
  await lookNow();
  startReplica();
  await settle();
  expect(server.mails).toHaveLength(1);
});
