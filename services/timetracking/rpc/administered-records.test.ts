import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor, TenantActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { RecordSource, RecordStatus } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { PeriodUnit } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { userChange } from '../../../test/support/resource-change.ts';
import { directory } from '../../directory/service.ts';
import { timetracking } from '../service.ts';

const { createLog, updateLog, getTotals } = LogService.method;
const { listRecords, listRecordsOfMembers, getRecord, endSession, listTotals } = RecordService.method;
const { startSession, pauseSession, stopSession } = SessionService.method;

/** The clock stands still then. */
const NOW = '2026-10-05T08:00:00.000Z';
const DAY = { from: '2026-10-05T00:00:00.000Z', to: '2026-10-06T00:00:00.000Z' };
const PAGE = { page: { size: 50 } };

let service: TestService;
let ada: AdministratorActor;
let call: Call;
let integrate: Call;
let stranger: Call;
beforeAll(async () => {
  service = await startTestService(timetracking, { peers: [directory] });
  ada = await newAdministrator(service);
  call = service.call(ada);
  stranger = service.call(await newAdministrator(service));
  const { institutionId } = ada;
  integrate = service.call({ kind: 'integration', institutionId, integrationId: NOWHERE, createdBy: null });
  const settings = { change: { timeTrackingTimezone: 'Europe/Berlin' } };
  await call(InstitutionService.method.setInstitutionSettings, settings);
});

let people = 0;
async function newMember() {
  const { user } = await call(UserService.method.createUser, {
    user: { email: `m${++people}@x.example`, name: `M ${people}` },
  });
  const { id, revision } = present(user, 'user');
  return { id, revision, member: { identity: { case: 'userId', value: id } } as const };
}
type Member = Awaited<ReturnType<typeof newMember>>;

async function open({ member }: Pick<Member, 'member'>, at: string) {
  return present((await integrate(startSession, { member, at })).session, 'session');
}
const eventsOf = (id: string) =>
  service.sql<{ type: string; actor: string }>(
    `SELECT regexp_replace(type, '.*\\.', '') AS type, actor_type AS actor FROM outbox WHERE resource_id = $1 ORDER BY id`,
    [id],
  );
const auditOf = (id: string) =>
  service.sql<{ actor: string; actor_id: string; actor_name: string }>(
    'SELECT actor, actor_id, actor_name FROM audit_log WHERE resource_id = $1 ORDER BY sequence',
    [id],
  );

describe('a log of an administrator', () => {
  it('has the source console, the event of the API and an audit record with the administrator', async () => {
    const { member } = await newMember();
    const times = { startTime: '2026-10-01T08:00:00.000Z', endTime: '2026-10-01T09:00:00.000Z' };
    const { log } = await call(createLog, { member, log: times });
    const { id, source, revision } = present(log, 'log');
    expect(source).toBe(RecordSource.CONSOLE);
    const change = { member, id, log: { note: 'Late' }, updateMask: { paths: ['note'] } };
    const changed = await call(updateLog, { ...change, precondition: { revisions: [revision] } });
    expect(changed.log?.source).toBe(RecordSource.CONSOLE);
    await expect(call(updateLog, { ...change, precondition: { revisions: [revision] } })).rejects.toMatchObject({
      code: 'REVISION_STALE',
    });
    expect(await eventsOf(id)).toEqual(['LogCreated', 'LogUpdated'].map((type) => ({ type, actor: 'administrator' })));
    expect(await auditOf(id)).toEqual(
      [1, 2].map(() => ({ actor: 'administrator', actor_id: ada.userId, actor_name: ada.name })),
    );
    const ofApi = await integrate(createLog, {
      member,
      log: { ...times, endTime: '2026-10-01T10:00:00.000Z', startTime: times.endTime },
    });
    const kept = await call(updateLog, { ...change, id: ofApi.log?.id ?? '', precondition: { any: true } });
    expect(kept.log?.source).toBe(RecordSource.API);
  });

  it('does not overlap another one', async () => {
    const { member } = await newMember();
    const log = { startTime: '2026-10-01T08:00:00.000Z', endTime: '2026-10-01T09:00:00.000Z' };
    const [first] = await Promise.all([1].map(() => call(createLog, { member, log })));
    await expect(call(createLog, { member, log })).rejects.toMatchObject({
      code: 'LOG_OVERLAPPING',
      extensions: { conflictingLog: { id: first?.log?.id } },
    });
  });
});

describe('ending a session', () => {
  it('stops it at that time, with the event of a stop', async () => {
    const member = await newMember();
    const { id, revision } = await open(member, '2026-10-05T06:00:00.000Z');
    await integrate(pauseSession, { member: member.member, at: '2026-10-05T07:00:00.000Z' });
    const stale = { id, precondition: { revisions: [revision] }, at: '2026-10-05T07:30:00.000Z' };
    await expect(call(endSession, stale)).rejects.toMatchObject({ code: 'REVISION_STALE' });
    const { record } = await call(getRecord, { id });
    const { log } = await call(endSession, { ...stale, precondition: { revisions: [record?.revision ?? ''] } });
    expect(log).toMatchObject({
      status: RecordStatus.CLOSED,
      endTime: '2026-10-05T07:30:00.000Z',
      autoClosed: false,
      workedMinutes: 60,
      pauseMinutes: 30,
    });
    expect((await eventsOf(id)).at(-1)).toEqual({ type: 'SessionStopped', actor: 'administrator' });
    expect((await auditOf(id)).at(-1)).toMatchObject({ actor: 'administrator', actor_id: ada.userId });
    await expect(call(endSession, { id, precondition: { any: true }, at: NOW })).rejects.toMatchObject({
      code: 'SESSION_NOT_OPEN',
    });
  });

  it.each([
    [
      'at its start',
      '2026-10-03T20:00:00.000Z',
      '2026-10-03T20:00:00.000Z',
      'Must be after 2026-10-03 22:00:00 and at the latest 2026-10-03 23:59:59',
    ],
    [
      'on a later local day',
      '2026-10-03T20:00:00.000Z',
      '2026-10-03T22:00:00.000Z',
      'after 2026-10-03 22:00:00 and at the latest 2026-10-03 23:59:59',
    ],
    [
      'more than a day ahead',
      '2026-10-06T05:00:00.000Z',
      '2026-10-06T08:00:00.001Z',
      'at the latest 2026-10-06 10:00:00',
    ],
  ])('%s is refused with the latest time that is possible', async (_, start, at, words) => {
    const member = await newMember();
    const { id } = await open(member, start);
    await expect(call(endSession, { id, precondition: { any: true }, at })).rejects.toMatchObject({
      violations: [{ pointer: '/at', message: expect.stringContaining(words.replace('Must', 'must')) }],
    });
    expect(await eventsOf(id)).toHaveLength(1);
    const latest = words.slice(-19).replace(' ', 'T');
    const possible = Temporal.PlainDateTime.from(latest).toZonedDateTime('Europe/Berlin').toInstant();
    await call(endSession, { id, precondition: { any: true }, at: possible.toString({ smallestUnit: 'millisecond' }) });
  });

  it('before its last pause or resume is refused', async () => {
    const member = await newMember();
    const { id } = await open(member, '2026-10-05T06:00:00.000Z');
    await integrate(pauseSession, { member: member.member, at: '2026-10-05T07:00:00.000Z' });
    await expect(
      call(endSession, { id, precondition: { any: true }, at: '2026-10-05T06:59:59.999Z' }),
    ).rejects.toMatchObject({
      violations: [{ pointer: '/at', message: expect.stringContaining('not before 2026-10-05 09:00:00') }],
    });
  });

  it('has its effect once of an end and a punch at the same time', async () => {
    const member = await newMember();
    const { id, revision } = await open(member, '2026-10-05T06:00:00.000Z');
    const ends = await Promise.allSettled([
      call(endSession, { id, precondition: { revisions: [revision] }, at: '2026-10-05T07:00:00.000Z' }),
      integrate(stopSession, { member: member.member, at: '2026-10-05T07:30:00.000Z' }),
      call(endSession, { id, precondition: { revisions: [revision] }, at: '2026-10-05T07:15:00.000Z' }),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['SessionStarted', 'SessionStopped']);
  });

  it('of an archived member works, as does correcting it, while the API writes nothing of theirs', async () => {
    const { id: userId, member } = await newMember();
    const { id } = await open({ member }, '2026-10-05T06:00:00.000Z');
    const archived = { id: userId, precondition: { any: true }, ...userChange({ isArchived: true }) };
    await call(UserService.method.updateUser, archived);
    const stop = integrate(stopSession, { member, at: '2026-10-05T07:00:00.000Z' });
    await expect(stop).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' });
    const { log } = await call(endSession, { id, precondition: { any: true }, at: '2026-10-05T07:00:00.000Z' });
    const change = {
      ...{ member, id, precondition: { revisions: [log?.revision ?? ''] } },
      ...{ log: { endTime: '2026-10-05T07:30:00.000Z' }, updateMask: { paths: ['end_time'] } },
    };
    await expect(integrate(updateLog, change)).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' });
    expect((await call(updateLog, change)).log).toMatchObject({ workedMinutes: 90 });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['SessionStarted', 'SessionStopped', 'LogUpdated']);
    const { totals } = await integrate(getTotals, { member, from: '2026-10-05', to: '2026-10-06' });
    expect(totals).toMatchObject({ workedMinutes: 90 });
  });

  it('while time tracking is off is refused as by the API', async () => {
    const { id } = await open(await newMember(), '2026-10-05T06:00:00.000Z');
    const end = () => call(endSession, { id, precondition: { any: true }, at: '2026-10-05T07:00:00.000Z' });
    await call(InstitutionService.method.setInstitutionSettings, { change: { timeTrackingEnabled: false } });
    await expect(end()).rejects.toMatchObject({ code: 'TIME_TRACKING_DISABLED' });
    expect((await call(listRecords, { ...PAGE, ...DAY })).records.length).toBeGreaterThan(0);
    await call(InstitutionService.method.setInstitutionSettings, { change: { timeTrackingEnabled: true } });
  });
});

describe('records and totals', () => {
  it('are of the institution of the administrator alone', async () => {
    const member = await newMember();
    const { id } = await open(member, '2026-10-05T06:00:00.000Z');
    await expect(stranger(getRecord, { id })).rejects.toMatchObject({ code: 'LOG_NOT_FOUND' });
    const end = { id, precondition: { any: true }, at: '2026-10-05T07:00:00.000Z' };
    await expect(stranger(endSession, end)).rejects.toMatchObject({ code: 'LOG_NOT_FOUND' });
    const userIds = [member.id];
    expect((await stranger(listRecords, { ...PAGE, ...DAY })).records).toEqual([]);
    expect((await stranger(listRecords, { ...PAGE, ...DAY, userId: member.id })).records).toEqual([]);
    expect((await stranger(listRecordsOfMembers, { ...DAY, userIds })).records).toEqual([]);
    const dates = { from: '2026-10-05', to: '2026-10-06', by: PeriodUnit.DAY };
    expect((await stranger(listTotals, dates)).totals).toEqual([]);
    expect((await stranger(listTotals, { ...dates, userIds })).totals).toMatchObject([{ logs: 0 }]);
    const found = await call(listRecords, { ...PAGE, ...DAY, filter: RecordFilter.OPEN, userId: member.id });
    expect(found.records.map((each) => each.id)).toEqual([id]);
  });

  it('count what the API counts', async () => {
    const { id, member } = await newMember();
    const log = {
      startTime: '2026-09-30T21:00:00.000Z',
      endTime: '2026-10-01T08:00:00.000Z',
      pauses: [{ startTime: '2026-09-30T21:30:00.000Z', endTime: '2026-09-30T22:30:00.000Z' }],
    };
    await call(createLog, { member, log });
    const dates = { from: '2026-09-30', to: '2026-10-02', by: PeriodUnit.DAY };
    const [{ totals: ofApi }, { totals }] = await Promise.all([
      integrate(getTotals, { member, ...dates }),
      call(listTotals, { ...dates, userIds: [id] }),
    ]);
    expect(totals).toEqual([ofApi]);
    const { totals: anybody } = await call(listTotals, { from: '2026-10-01', to: '2026-10-02' });
    expect(anybody.find(({ userId }) => userId === id)).toMatchObject({
      workedMinutes: 570,
      pauseMinutes: 30,
      logs: 1,
    });
    await expect(call(listTotals, { ...dates, to: '2028-10-02' })).rejects.toMatchObject({
      violations: [{ pointer: '/to' }],
    });
  });

  it('are closed to integrations, operators and calendar feeds', async () => {
    const { institutionId } = ada;
    const callers: TenantActor[] = [
      { kind: 'integration', institutionId, integrationId: NOWHERE, createdBy: null },
      { kind: 'operator', institutionId },
      { kind: 'feed', institutionId, feedId: NOWHERE, scope: { of: 'room', id: NOWHERE } },
    ];
    for (const by of callers.map((caller) => service.call(caller)))
      for (const attempt of [
        () => by(listRecords, { ...PAGE, ...DAY }),
        () => by(listRecordsOfMembers, { ...DAY, userIds: [NOWHERE] }),
        () => by(getRecord, { id: NOWHERE }),
        () => by(endSession, { id: NOWHERE, precondition: { any: true }, at: NOW }),
        () => by(listTotals, { from: '2026-10-05', to: '2026-10-06' }),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
  });
});
