import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { present } from '../../../platform/core/present.ts';
import { writtenBy } from '../../../platform/data/audit/author.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import type { TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { directory } from '../../directory/service.ts';
import { erasing } from '../erasing/erasing.ts';
import { timetracking } from '../service.ts';

const { closeMonth, reopenMonth, listClosedMonths, compareClosedMonth, getClosedThrough } = MonthService.method;
const { listLateRecords, takeOverLateRecord, rejectLateRecord } = MonthService.method;
const { createLog, updateLog, bulkCreateLogs, listLogs } = LogService.method;
const { startSession, pauseSession, resumeSession, stopSession, addTimestamp } = SessionService.method;
const { confirmRecord, endSession, listRecords } = RecordService.method;

const PAGE = { page: { size: 50 } };
const SEPTEMBER = { month: '2026-09' };
const ANY = { any: true };
const CLOSED = { code: 'MONTH_CLOSED', extensions: { closedThrough: '2026-09-30' } };

let service: TestService;
let ada: AdministratorActor;
/** As the administrator, and as a terminal. */
let call: Call;
let punch: Call;
beforeAll(async () => {
  service = await startTestService(timetracking, { peers: [directory], service: 'own' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  ada = await newAdministrator(service);
  call = service.call(ada);
  const { institutionId } = ada;
  punch = service.call({ kind: 'integration', institutionId, integrationId: NOWHERE, createdBy: null, grant: FULL });
  await call(InstitutionService.method.setInstitutionSettings, { change: { timeTrackingTimezone: 'Europe/Berlin' } });
});

const erase = present(erasing.step, 'step');
const AUTHOR = {
  ...{ kind: 'consumer' as const, id: 'erasure', name: null, onBehalfOf: null, cause: null },
  ...{ operation: 'erasure', requestId: 'erasure' },
};

let people = 0;
async function newMember() {
  const { user } = await call(UserService.method.createUser, {
    user: { email: `m${++people}@x.example`, name: `M ${people}` },
  });
  const { id } = present(user, 'user');
  return { id, member: { identity: { case: 'userId', value: id } } as const };
}

/** A local time of Berlin as an instant. */
const berlin = (local: string) =>
  Temporal.PlainDateTime.from(local)
    .toZonedDateTime('Europe/Berlin')
    .toInstant()
    .toString({ fractionalSecondDigits: 3 });
const log = (start: string, end: string) => ({ startTime: berlin(start), endTime: berlin(end) });
type Member = Awaited<ReturnType<typeof newMember>>;
const add = async ({ member }: Pick<Member, 'member'>, start: string, end: string) =>
  present((await punch(createLog, { member, log: log(start, end) })).log, 'log');
async function close(request: { readonly month: string; readonly userGroupId?: string } = SEPTEMBER) {
  const { closedMonth } = await call(closeMonth, request);
  // What is done after it is later.
  service.clock.advance(1);
  return present(closedMonth, 'closed month');
}
const logsOf = async ({ member }: Pick<Member, 'member'>) => (await punch(listLogs, { ...PAGE, member })).logs;
const lateRecords = async () => (await call(listLateRecords, PAGE)).lateRecords;
const timesOf = ({ startTime, endTime }: Pick<TimeRecord, 'startTime' | 'endTime'>) => [startTime, endTime];

describe('a closed month', () => {
  it('is written by nobody: neither what lies in it, nor what reaches into it, nor what leaves it', async () => {
    const member = await newMember();
    const { id } = await add(member, '2026-09-30T08:00', '2026-09-30T16:00');
    const october = await add(member, '2026-10-01T08:00', '2026-10-01T16:00');
    await close();
    const edit = (edited: string, change: object) =>
      punch(updateLog, {
        ...member,
        id: edited,
        precondition: ANY,
        log: change,
        updateMask: { paths: Object.keys(change).map((name) => name.replace('T', '_t')) },
      });
    await expect(add(member, '2026-09-30T20:00', '2026-09-30T21:00')).rejects.toMatchObject(CLOSED);
    await expect(add(member, '2026-09-30T23:00', '2026-10-01T01:00')).rejects.toMatchObject(CLOSED);
    await expect(edit(id, { note: 'late' })).rejects.toMatchObject(CLOSED);
    await expect(edit(id, log('2026-10-02T08:00', '2026-10-02T16:00'))).rejects.toMatchObject(CLOSED);
    await expect(edit(october.id, { startTime: berlin('2026-09-30T23:59') })).rejects.toMatchObject(CLOSED);
    await expect(
      call(createLog, { ...member, log: log('2026-09-01T08:00', '2026-09-01T09:00') }),
    ).rejects.toMatchObject(CLOSED);
    // The months beside it are open, to the millisecond.
    await add(member, '2026-10-01T00:00', '2026-10-01T01:00');
    await add(member, '2026-08-31T23:00', '2026-09-01T00:00');
    await edit(october.id, { note: 'fine' });
    expect((await logsOf(member)).map((each) => each.note)).toEqual([undefined, undefined, undefined, 'fine']);
  });

  it('fails the items of a bulk that touch it, and no other', async () => {
    const member = await newMember();
    await close();
    const items = [log('2026-09-30T08:00', '2026-09-30T09:00'), log('2026-10-01T08:00', '2026-10-01T09:00')];
    const { created, failed } = await punch(bulkCreateLogs, {
      ...member,
      items: items.map((value) => ({ content: { case: 'log', value } as const })),
    });
    expect(created.map(({ index }) => index)).toEqual([1]);
    expect(failed).toMatchObject([{ index: 0, refusal: { code: 'MONTH_CLOSED' } }]);
  });

  it('lets punches of today pass, and the end of a session that began after it', async () => {
    const member = await newMember();
    await close();
    const { session } = await punch(startSession, { ...member, at: berlin('2026-10-01T00:00') });
    await call(endSession, { id: present(session, 'session').id, precondition: ANY, at: '2026-09-30T23:00:00.000Z' });
    await punch(startSession, member);
    await punch(pauseSession, member);
    await punch(resumeSession, member);
    await expect(punch(stopSession, { ...member, at: '2026-10-05T08:30:00.000Z' })).resolves.toMatchObject({});
    expect(await lateRecords()).toEqual([]);
  });

  it('is refused while it is not over, and while somebody is clocked in since it', async () => {
    await expect(close({ month: '2026-10' })).rejects.toMatchObject({ violations: [{ pointer: '/month' }] });
    const member = await newMember();
    const { session } = await punch(startSession, { ...member, at: berlin('2026-09-30T20:00') });
    await expect(close()).rejects.toMatchObject({ code: 'MONTH_UNFINISHED' });
    const { id } = present(session, 'session');
    await call(endSession, { id, precondition: ANY, at: berlin('2026-09-30T21:00') });
    expect(await close()).toMatchObject({ month: '2026-09', records: 1, closedBy: ada.userId });
  });

  it('is closed once, of two at the same time, and opened again once, with a reason', async () => {
    const closes = await Promise.allSettled([close(), close(), close()]);
    expect(closes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(closes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: CLOSED });
    expect(await punch(getClosedThrough, {})).toMatchObject({ closedThrough: '2026-09-30' });
    const { closedMonths } = await call(listClosedMonths, PAGE);
    const { id } = present(closedMonths[0], 'closed month');
    await expect(call(reopenMonth, { id, reason: ' ' })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    const opens = await Promise.allSettled([1, 2].map(() => call(reopenMonth, { id, reason: 'a sick note' })));
    expect(opens.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await call(listClosedMonths, PAGE)).closedMonths).toMatchObject([
      { id, reopening: { reason: 'a sick note', reopenedBy: ada.userId } },
    ]);
    expect((await punch(getClosedThrough, {})).closedThrough).toBeUndefined();
    await add(await newMember(), '2026-09-02T08:00', '2026-09-02T09:00');
    const events = await service.sql<{ type: string; actor: string }>(
      `SELECT regexp_replace(type, '.*\\.', '') AS type, actor_type AS actor FROM outbox WHERE resource_id = $1 ORDER BY id`,
      [id],
    );
    expect(events).toEqual(['MonthClosed', 'MonthReopened'].map((type) => ({ type, actor: 'administrator' })));
  });

  it('is of its institution alone', async () => {
    const { id } = await close();
    const stranger = await newAdministrator(service);
    const other = service.call(stranger);
    expect((await other(listClosedMonths, PAGE)).closedMonths).toEqual([]);
    await expect(other(reopenMonth, { id, reason: 'mine' })).rejects.toMatchObject({ code: 'CLOSED_MONTH_NOT_FOUND' });
    await expect(other(compareClosedMonth, { id })).rejects.toMatchObject({ code: 'CLOSED_MONTH_NOT_FOUND' });
  });
});

describe('a month that is closed for a user group', () => {
  it('is closed for those who belong to it then', async () => {
    const [{ inside, userGroupId }, outside] = [await newGroup(), await newMember()];
    await close({ ...SEPTEMBER, userGroupId });
    await expect(add(inside, '2026-09-02T08:00', '2026-09-02T09:00')).rejects.toMatchObject(CLOSED);
    await add(outside, '2026-09-02T08:00', '2026-09-02T09:00');
    const items = [inside, outside].map(({ member }) => ({
      member,
      content: { case: 'log', value: log('2026-09-03T08:00', '2026-09-03T09:00') } as const,
    }));
    const { created, failed } = await punch(bulkCreateLogs, { items });
    expect([created, failed].map((all) => all.map(({ index }) => index))).toEqual([[1], [0]]);
    // Everybody's is another closing.
    expect((await punch(getClosedThrough, {})).closedThrough).toBeUndefined();
    expect(await close()).toMatchObject({ records: 2 });
    await expect(close({ ...SEPTEMBER, userGroupId })).rejects.toMatchObject(CLOSED);
  });

  it('has figures of these people alone', async () => {
    const [{ inside, userGroupId }, outside] = [await newGroup(), await newMember()];
    await add(inside, '2026-09-02T08:00', '2026-09-02T09:00');
    const { id, digest, records } = await close({ ...SEPTEMBER, userGroupId });
    expect(records).toBe(1);
    await add(outside, '2026-09-02T08:00', '2026-09-02T09:00');
    expect(await call(compareClosedMonth, { id })).toMatchObject({ digest, added: 0, changed: 0, removed: 0 });
  });

  /** A group of a new user, with the user's id as its ref. */
  async function newGroup() {
    const operate = service.call({ kind: 'operator', institutionId: ada.institutionId });
    const ref = `in${++people}`;
    const [user] = await importRecords(operate, 'users', [{ ref, email: `${ref}@x.example`, name: ref }]);
    const [group] = await importRecords(operate, 'userGroups', [{ ref, name: 'Office', members: [ref] }]);
    const { id } = present(user, 'user');
    const inside = { id, member: { identity: { case: 'userId', value: id } } as const };
    return { inside, userGroupId: present(group, 'group').id };
  }
});

describe('the digest', () => {
  it('is of the records that have a part in the month, and says what has changed', async () => {
    const member = await newMember();
    await add(member, '2026-08-31T20:00', '2026-09-01T04:00');
    await add(member, '2026-09-30T20:00', '2026-10-01T04:00');
    await add(member, '2026-08-20T08:00', '2026-08-20T09:00');
    await add(await newMember(), '2026-08-20T08:00', '2026-09-20T09:00');
    const { id, digest, records } = await close();
    expect([records, digest]).toEqual([3, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    await add(member, '2026-10-01T08:00', '2026-10-01T09:00');
    expect(await call(compareClosedMonth, { id })).toMatchObject({ digest, added: 0, changed: 0, removed: 0 });
    await call(reopenMonth, { id, reason: 'again' });
    const again = await close();
    expect(again.digest).toBe(digest);
    await service.sql('DELETE FROM time_records WHERE institution_id = $1 AND start_time < $2 AND end_time < $3', [
      ada.institutionId,
      '2026-09-01',
      '2026-09-02',
    ]);
    const changed = await call(compareClosedMonth, { id: again.id });
    expect(changed).toMatchObject({ added: 0, changed: 0, removed: 1 });
    expect(changed.digest).not.toBe(digest);
  });
});

describe('punches that arrive after closing', () => {
  it('are refused and kept as the records that they would become', async () => {
    const member = await newMember();
    const { member: who } = member;
    await close();
    const at = (time: string) => ({ member: who, at: berlin(`2026-09-29T${time}`) });
    const sends = [
      () => punch(startSession, at('08:00')),
      () => punch(pauseSession, at('12:00')),
      () => punch(resumeSession, at('12:30')),
      () => punch(addTimestamp, { ...at('13:00'), label: 'Lab' }),
      () => punch(stopSession, at('17:00')),
    ];
    // Each as a terminal does that got no answer.
    for (const send of sends) for (const again of [send, send]) await expect(again()).rejects.toMatchObject(CLOSED);
    const late = await lateRecords();
    expect(late).toMatchObject([
      {
        isCorrection: false,
        record: { userId: member.id, workedMinutes: 510, source: 1, timestamps: [{ label: 'Lab' }] },
      },
    ]);
    expect(await logsOf(member)).toEqual([]);
    const { id, revision } = present(late[0]?.record, 'record');
    const { log: taken } = await call(takeOverLateRecord, { id, precondition: { revisions: [revision] } });
    expect(taken).toMatchObject({ id, workedMinutes: 510, autoClosed: false });
    expect(await logsOf(member)).toMatchObject([{ id, workedMinutes: 510 }]);
    expect(await lateRecords()).toEqual([]);
    await expect(call(takeOverLateRecord, { id, precondition: { revisions: [revision] } })).rejects.toMatchObject({
      code: 'LATE_RECORD_NOT_FOUND',
    });
  });

  it('end a forgotten session that was closed automatically', async () => {
    const member = await newMember();
    await punch(startSession, { ...member, at: berlin('2026-09-29T08:00') });
    await punch(startSession, { ...member, at: berlin('2026-09-30T08:00') });
    await punch(stopSession, { ...member, at: berlin('2026-09-30T16:00') });
    const { id: closing } = await close();
    await expect(punch(stopSession, { ...member, at: berlin('2026-09-29T17:00') })).rejects.toMatchObject(CLOSED);
    const [late] = await lateRecords();
    expect(late).toMatchObject({ isCorrection: true, record: { workedMinutes: 540 } });
    const { id, revision } = present(late?.record, 'record');
    const { log: taken } = await call(takeOverLateRecord, { id, precondition: { revisions: [revision] } });
    expect(taken).toMatchObject({ workedMinutes: 540, autoClosed: true, correctedAt: expect.any(String) });
    expect(await call(compareClosedMonth, { id: closing })).toMatchObject({ added: 0, changed: 1, removed: 0 });
  });

  it('are closed like forgotten ones if their end never arrives, or rejected', async () => {
    const member = await newMember();
    const { id: closing, closedAt } = await close();
    await expect(punch(startSession, { ...member, at: berlin('2026-09-28T08:00') })).rejects.toMatchObject(CLOSED);
    await expect(punch(startSession, { ...member, at: berlin('2026-09-29T08:00') })).rejects.toMatchObject(CLOSED);
    const late = await lateRecords();
    expect(late.map(({ record }) => record && timesOf(record))).toEqual([
      [berlin('2026-09-29T08:00'), undefined],
      [berlin('2026-09-28T08:00'), '2026-09-28T21:59:59.999Z'],
    ]);
    const [second, first] = late.map(({ record }) => present(record, 'record')) as [TimeRecord, TimeRecord];
    await expect(
      call(rejectLateRecord, { id: first.id, precondition: { revisions: [second.revision] } }),
    ).rejects.toMatchObject({
      code: 'REVISION_STALE',
    });
    await call(rejectLateRecord, { id: first.id, precondition: { revisions: [first.revision] } });
    const { log: taken } = await call(takeOverLateRecord, {
      id: second.id,
      precondition: { revisions: [second.revision] },
    });
    expect(taken).toMatchObject({ endTime: '2026-09-29T21:59:59.999Z', autoClosed: true });
    expect(closedAt).toBeDefined();
    expect(await call(compareClosedMonth, { id: closing })).toMatchObject({ removed: 0 });
    expect(await logsOf(member)).toHaveLength(1);
  });

  it('are gone with their person, some in each step, however many there are', async () => {
    const member = await newMember();
    await close();
    await expect(punch(startSession, { member: member.member, at: berlin('2026-09-29T08:00') })).rejects.toThrow();
    const columns = (await service.sql<{ names: string }>(
      `SELECT string_agg(column_name, ', ') AS names FROM information_schema.columns
       WHERE table_name = 'late_records' AND column_name <> 'id'`,
    )) as [{ names: string }];
    await service.sql(
      `INSERT INTO late_records (id, ${columns[0].names})
       SELECT gen_random_uuid(), ${columns[0].names} FROM late_records, generate_series(1, 250) WHERE user_id = $1`,
      [member.id],
    );
    const person = { institutionId: ada.institutionId, userId: member.id, withHours: false, erasedAt: '' };
    const step = () =>
      service.runtime.db.transaction((tx) => erase(tx, person, { now: service.clock.now(), newId: randomUUID }), {
        of: 'begun',
        ...writtenBy({ ...AUTHOR, now: service.clock.now() }),
      });
    expect((await step()).isDone).toBe(false);
    expect((await step()).isDone).toBe(true);
    const left = await service.sql('SELECT FROM late_records WHERE user_id = $1', [member.id]);
    expect(left).toEqual([]);
  });

  it('are not taken over where another record is', async () => {
    const member = await newMember();
    const { id: conflicting } = await add(member, '2026-09-29T10:00', '2026-09-29T11:00');
    await close();
    await expect(punch(startSession, { ...member, at: berlin('2026-09-29T08:00') })).rejects.toMatchObject(CLOSED);
    await expect(punch(stopSession, { ...member, at: berlin('2026-09-29T17:00') })).rejects.toMatchObject(CLOSED);
    const { id, revision } = present((await lateRecords())[0]?.record, 'record');
    await expect(call(takeOverLateRecord, { id, precondition: { revisions: [revision] } })).rejects.toMatchObject({
      code: 'LOG_OVERLAPPING',
      extensions: { conflictingLog: { id: conflicting } },
    });
    expect(await lateRecords()).toHaveLength(1);
  });
});

describe('a forgotten evening', () => {
  const toCorrect = async () => {
    const request = { ...PAGE, from: berlin('2026-09-01T00:00'), to: berlin('2026-10-01T00:00') };
    return (await call(listRecords, { ...request, filter: RecordFilter.AUTO_CLOSED })).records;
  };

  it('is to be corrected until somebody has looked, by a correction or a confirmation', async () => {
    const member = await newMember();
    for (const day of ['28', '29', '30']) await punch(startSession, { ...member, at: berlin(`2026-09-${day}T08:00`) });
    await punch(stopSession, { ...member, at: berlin('2026-09-30T16:00') });
    const [second, first] = (await toCorrect()) as [TimeRecord, TimeRecord];
    const edit = (change: object, paths: string[]) =>
      punch(updateLog, { ...member, id: first.id, precondition: ANY, log: change, updateMask: { paths } });
    await edit({ note: 'who?' }, ['note']);
    expect(await toCorrect()).toHaveLength(2);
    const { log: corrected } = await edit({ endTime: berlin('2026-09-28T17:00') }, ['end_time']);
    expect(corrected).toMatchObject({ autoClosed: true, correctedAt: expect.any(String) });
    await expect(
      call(confirmRecord, { id: second.id, precondition: { revisions: [first.revision] } }),
    ).rejects.toMatchObject({ code: 'REVISION_STALE' });
    const confirmed = [1, 2].map(() => call(confirmRecord, { id: second.id, precondition: ANY }));
    expect(new Set((await Promise.all(confirmed)).map(({ log: each }) => each?.revision)).size).toBe(1);
    expect(await toCorrect()).toEqual([]);
    const { id } = await add(member, '2026-09-01T08:00', '2026-09-01T09:00');
    await expect(call(confirmRecord, { id, precondition: ANY })).rejects.toMatchObject({ code: 'LOG_NOT_FOUND' });
  });

  it('of a closed month stays as it was handed over', async () => {
    const member = await newMember();
    for (const day of ['29', '30']) await punch(startSession, { ...member, at: berlin(`2026-09-${day}T08:00`) });
    await punch(stopSession, { ...member, at: berlin('2026-09-30T16:00') });
    const [{ id }] = (await toCorrect()) as [TimeRecord];
    await close();
    await expect(call(confirmRecord, { id, precondition: ANY })).rejects.toMatchObject(CLOSED);
  });
});
