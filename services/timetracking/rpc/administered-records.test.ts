import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { present } from '../../../platform/core/present.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { PeriodUnit } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { directory } from '../../directory/service.ts';
import { timetracking } from '../service.ts';

const { listRecords, listRecordsOfMembers, getRecord, endSession, listTotals } = RecordService.method;
const { startSession, stopSession } = SessionService.method;

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
  integrate = service.call({
    kind: 'integration',
    institutionId,
    integrationId: NOWHERE,
    createdBy: null,
    grant: FULL,
  });
  const settings = { change: { timeTrackingTimezone: 'Europe/Berlin' } };
  await call(InstitutionService.method.setInstitutionSettings, settings);
});

let people = 0;
async function newMember() {
  const { user } = await call(UserService.method.createUser, {
    user: { email: `m${++people}@x.example`, name: `M ${people}` },
  });
  const { id } = present(user, 'user');
  return { id, member: { identity: { case: 'userId', value: id } } as const };
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

describe('ending a session', () => {
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
});
