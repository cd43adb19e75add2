import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { anywhere } from '../../../libraries/outbound-guard/index.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { DAY_MS, toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { Sender } from '../../../platform/outbound/sender.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AuditStreamKind, AuditStreamService } from '../../../proto/gen/lyceum/identity/v1/audit_stream_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { until } from '../../../test/support/until.ts';
import { type Answer, TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import { curricula } from '../../curricula/service.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../../scheduling/service.ts';
import { timetracking } from '../../timetracking/service.ts';
import { webhooks } from '../../webhooks/service.ts';
import { identity } from '../service.ts';
import { leaseStreams } from '../store/audit-streams.ts';
import { serveStream } from './serve-stream.ts';
import { AuditStreamWorker } from './worker.ts';

const { setAuditStream, getAuditStream, resumeAuditStream, removeAuditStream } = AuditStreamService.method;
const { HTTPS, SPLUNK_HEC, OTLP_HTTP } = AuditStreamKind;
const FROM = '2026-10-05T00:00:00.000Z';
const MINUTE = 60_000;

let service: TestService;
let actor: AdministratorActor;
let call: Call;
let receiver: TestReceiver;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const peers = [directory, locations, scheduling, curricula, timetracking, webhooks];
  service = await startTestService(identity, { peers, service: 'own' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  actor = await newAdministrator(service);
  call = service.call(actor);
  receiver = await TestReceiver.start();
  ends.push(() => receiver.end());
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Makes records that are settled: two of identity with one of directory in between. */
async function newRecords(by = call): Promise<void> {
  await by(IntegrationService.method.createIntegration, { name: 'Door' });
  service.clock.advance(1_000);
  await by(UserService.method.createUser, { user: { email: `${service.clock.now()}@x.example`, name: 'Ada' } });
  service.clock.advance(1_000);
  await by(IntegrationService.method.createIntegration, { name: 'Gate' });
  service.clock.advance(10 * MINUTE);
}

function work(): AuditStreamWorker {
  const worker = new AuditStreamWorker(service.runtime, 20);
  worker.start();
  ends.push(() => worker.stop());
  return worker;
}

/** Sets the stream to the receiver, from the beginning. */
const set = async (kind: AuditStreamKind = HTTPS, more: object = {}, by = call) => {
  const secret = kind === HTTPS ? {} : { secret: 'a-token' };
  return by(setAuditStream, { kind, url: receiver.url, from: FROM, ...secret, ...more });
};
const stream = async () => present((await call(getAuditStream, {})).stream, 'stream');
const accept: Answer = (response) => response.writeHead(200).end('{"code":0}');
const answer =
  (status: number, body = ''): Answer =>
  (response) =>
    response.writeHead(status).end(body);

/** The ids of the records in the requests that were answered as accepted. */
function idsOf(of = receiver): string[] {
  return of.requests.flatMap(({ body }) => idsIn(body));
}
const idsIn = (body: string) => [...body.matchAll(/\\?"id\\?":\\?"([^"\\]+_[a-z]+_\d+)\\?"/g)].map(([, id = '']) => id);
const arrived = (count: number, of = receiver) => until('the records', async () => idsOf(of).length >= count);
const isSent = () => until('an accepted batch', async () => (await stream()).acceptedAt !== undefined);
/** Waits until a worker has looked for records and found no more. */
const isIdle = () =>
  until('the end of the records', async () => {
    const idle = 'SELECT FROM audit_stream_positions WHERE institution_id = $1 AND lease IS NULL AND due_at > $2';
    return (await service.sql(idle, [actor.institutionId, toInstantText(service.clock.now())])).length > 0;
  });

describe('a stream', () => {
  it('sends what all services have recorded, once, in one order, signed, and then what comes', async () => {
    await newRecords();
    const { secret } = await set();
    work();
    await arrived(4);
    await isSent();
    await newRecords();
    await until('the next records', async () => {
      service.clock.advance(MINUTE);
      return idsOf().length >= 8;
    });
    const ids = idsOf();
    expect(ids).toEqual([...new Set(ids)].toSorted());
    for (const { body, headers } of receiver.requests) {
      const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signature } = headers;
      expect(signature).toBe(new Webhook(secret).sign(`${id}`, new Date(Number(sentAt) * 1_000), body));
      expect(JSON.parse(body)).toMatchObject({ type: 'audit.records', institutionId: actor.institutionId });
    }
    const told = receiver.requests.flatMap(({ body }) => JSON.parse(body).records);
    expect(told.map(({ service: of }) => of)).toEqual(expect.arrayContaining(['directory', 'identity']));
    expect(told.find(({ operation }) => operation.endsWith('/SetAuditStream'))).toMatchObject({
      outcome: 'done',
      actor: { kind: 'administrator', id: actor.userId, role: 'owner' },
      requestId: expect.any(String),
    });
    expect(JSON.stringify(told)).not.toContain(secret);
  });

  it('begins again at any day, and at another address goes on where it was, with a secret of its own', async () => {
    await newRecords();
    await set();
    work();
    await arrived(4);
    await isSent();
    const first = idsOf();
    await set();
    await arrived(2 * first.length);
    expect(idsOf().slice(first.length, 2 * first.length)).toEqual(first);
    await until('the place', async () => (await stream()).acceptedAt !== undefined);
    await expect(set(SPLUNK_HEC, { from: undefined, secret: undefined })).rejects.toMatchObject({
      violations: [{ pointer: '/secret' }],
    });
    await expect(set(HTTPS, { url: 'ftp://x.example' })).rejects.toMatchObject({ violations: [{ pointer: '/url' }] });
  });

  it('from an instant that lies ahead sends what is recorded from then on, and nothing of before', async () => {
    const from = toInstantText(service.clock.now() + DAY_MS);
    await set(HTTPS, { from });
    await newRecords();
    work();
    await isIdle();
    service.clock.set(from);
    await isIdle();
    expect(receiver.requests).toEqual([]);
    await newRecords();
    await arrived(3);
    await isIdle();
    expect(idsOf()).toHaveLength(3);
  });

  it('of an institution that is closed sends nothing more, and all the rest once it is reopened', async () => {
    for (let n = 0; n < 5; n++) await newRecords();
    const answers: (() => void)[] = [];
    receiver.answer = (response, request) => answers.push(() => accept(response, request));
    await set();
    await service.sql('UPDATE audit_stream_positions SET batch_size = 2');
    work();
    await until('the first batch', () => answers.length > 0);
    await service.sql(
      `INSERT INTO standstills (institution_id, state, is_settled, closed_at, deletes_at)
       VALUES ($1, 'closed', true, now(), now() + interval '30 days')`,
      [actor.institutionId],
    );
    receiver.answer = accept;
    answers[0]?.();
    await isSent();
    const neighbour = service.call(await newAdministrator(service));
    const other = await TestReceiver.start();
    ends.push(() => other.end());
    await newRecords(neighbour);
    await set(HTTPS, { url: other.url }, neighbour);
    // The one that was due before it was left out.
    await arrived(1, other);
    expect(receiver.requests).toHaveLength(1);

    await service.sql('DELETE FROM standstills');
    await isIdle();
    const ids = idsOf();
    expect(ids).toEqual([...new Set(ids)].toSorted());
    // Five times three, the institution, its administrator and the stream.
    expect(ids).toHaveLength(18);
  });

  it.each([
    ['Splunk', SPLUNK_HEC, 'a-token', { authorization: 'Splunk a-token' }, '/services/collector/event'],
    ['OTLP', OTLP_HTTP, 'a-token', { authorization: 'Bearer a-token' }, '/v1/logs'],
    ['OTLP with a header', OTLP_HTTP, 'X-Api-Key: abc', { 'x-api-key': 'abc' }, '/v1/logs'],
  ])('speaks %s', async (_, kind, secret, headers, path) => {
    await newRecords();
    receiver.answer = accept;
    await set(kind, { url: new URL('/', receiver.url).href, secret });
    work();
    await arrived(4);
    const [request] = receiver.requests;
    const userAgent = `Lyceum-Audit/${/^\d+\.\d+/.exec(packageJson.version)}`;
    expect(request).toMatchObject({ path, headers: { ...headers, 'user-agent': userAgent } });
    const lines = (request?.body ?? '').split('\n').map((line) => JSON.parse(line));
    if (kind === SPLUNK_HEC)
      expect(lines[0]).toMatchObject({ source: 'lyceum', time: expect.any(Number), event: { outcome: 'done' } });
    else
      expect(lines[0].resourceLogs[0].scopeLogs[0].logRecords[0]).toMatchObject({
        timeUnixNano: expect.stringMatching(/^\d{19}$/),
        severityText: 'INFO',
        body: { stringValue: expect.stringContaining('"requestId"') },
      });
  });
});

describe('a receiver loses nothing', () => {
  it.each([
    ['is dead and comes back', HTTPS, answer(503)],
    ['closes connections', HTTPS, (response: ServerResponse) => response.destroy()],
    ['answers 200 with an error of Splunk', SPLUNK_HEC, answer(200, '{"text":"Invalid token","code":4}')],
    ['answers 200 with a page of a proxy', SPLUNK_HEC, answer(200, '<html>Sign in</html>')],
    ['answers 200 and has rejected a log', OTLP_HTTP, answer(200, '{"partialSuccess":{"rejectedLogRecords":"1"}}')],
    ['answers 200 with a page instead of a message', OTLP_HTTP, answer(200, 'ok')],
  ])('that %s', async (_, kind, bad) => {
    await newRecords();
    receiver.answer = bad;
    await set(kind as AuditStreamKind);
    work();
    await until('a failure', async () => (await stream()).fault !== undefined);
    expect(await stream()).toMatchObject({ sentUntil: FROM, failingSince: expect.any(String) });
    expect((await stream()).pausedBy).toBeUndefined();
    receiver.answer = accept;
    const before = receiver.requests.length;
    await until('a second attempt', async () => {
      service.clock.advance(5 * MINUTE);
      return receiver.requests.length > before;
    });
    expect(idsIn(receiver.requests[before]?.body ?? '')).toEqual(
      expect.arrayContaining(idsIn(receiver.requests[0]?.body ?? '')),
    );
    await isSent();
    expect((await stream()).failingSince).toBeUndefined();
  });

  it.each([400, 401, 403, 404, 302])(
    'that refuses with %i: it is paused, until somebody resumes it',
    async (status) => {
      await newRecords();
      receiver.answer = answer(status);
      await set();
      work();
      await until('the pause', async () => (await stream()).pausedBy !== undefined);
      expect((await stream()).pausedBy).toBe(`${status}`);
      service.clock.advance(DAY_MS);
      receiver.answer = accept;
      const [paused] = await service.sql<{ due: string | null }>(
        'SELECT due_at AS due FROM audit_stream_positions WHERE institution_id = $1',
        [actor.institutionId],
      );
      expect([paused?.due, receiver.requests.length]).toEqual([null, 1]);
      await call(resumeAuditStream, {});
      await isSent();
      expect(idsIn(receiver.requests[1]?.body ?? '')).toEqual(
        expect.arrayContaining(idsIn(receiver.requests[0]?.body ?? '')),
      );
      const [record] = await service.sql<{ after: object }>(
        `SELECT fields_after AS after FROM audit_log WHERE institution_id = $1 AND operation = 'PauseAuditStream'`,
        [actor.institutionId],
      );
      expect(record?.after).toMatchObject({ pausedBy: `${status}` });
    },
  );

  it('that takes small requests only', async () => {
    await newRecords();
    receiver.answer = (response, { body }) =>
      idsIn(body).length > 1 ? answer(413)(response, { body } as never) : accept(response, { body } as never);
    await set();
    work();
    await isSent();
    await until(
      'all of them',
      async () => receiver.requests.filter(({ body }) => idsIn(body).length === 1).length >= 4,
    );
    const accepted = receiver.requests.flatMap(({ body }) => (idsIn(body).length === 1 ? idsIn(body) : []));
    expect(accepted).toEqual([...new Set(accepted)].toSorted());
    expect((await stream()).pausedBy).toBeUndefined();
  });

  it('while the process is killed between the acceptance and the place: once more, and nothing less', async () => {
    await newRecords();
    await set();
    const sender = new Sender({ guard: anywhere });
    onTestFinished(() => sender.close());
    const killed = {
      async send(outgoing: Parameters<Sender['send']>[0]) {
        await sender.send(outgoing);
        throw new Error('killed');
      },
    };
    const lease = service.runtime.ids.newId();
    const now = '2100-01-01T00:00:00.000Z';
    const leased = await service.runtime.db.transaction(
      (tx) => leaseStreams(tx, { lease, now, accepting: 100, failing: 100 }),
      { of: 'own' },
    );
    const own = present(
      leased.find(({ institutionId }) => institutionId === actor.institutionId),
      'stream',
    );
    const signal = new AbortController().signal;
    const serve = serveStream({ ...own, lease }, { runtime: service.runtime, sender: killed, signal });
    await expect(serve).rejects.toThrow('killed');
    await service.sql(`UPDATE audit_stream_positions SET leased_until = now() - interval '1 second'`);
    work();
    await isSent();
    const [first, second] = receiver.requests;
    expect(idsIn(second?.body ?? '')).toEqual(idsIn(first?.body ?? ''));
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it('while two processes send, each batch by one of them', async () => {
    for (let n = 0; n < 5; n++) await newRecords();
    await set();
    await service.sql('UPDATE audit_stream_positions SET batch_size = 2');
    work();
    work();
    work();
    await arrived(16);
    const ids = idsOf();
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });
});

it('a receiver that never answers holds nobody else up, and a stream that is removed sends nothing more', async () => {
  await newRecords();
  const hanging = await TestReceiver.start();
  hanging.answer = () => undefined;
  for (let n = 0; n < 3; n++) {
    const other = service.call(await newAdministrator(service));
    await set(HTTPS, { url: hanging.url, from: FROM }, other);
  }
  service.clock.advance(10 * MINUTE);
  await set();
  work();
  await isSent();
  expect(hanging.requests.length).toBeGreaterThan(0);
  await hanging.end();
  await call(removeAuditStream, {});
  expect((await call(getAuditStream, {})).stream).toBeUndefined();
  expect(
    await service.sql('SELECT FROM audit_stream_positions WHERE institution_id = $1', [actor.institutionId]),
  ).toEqual([]);
});
