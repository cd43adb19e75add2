import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { present } from '../../../platform/core/present.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { PeriodUnit, type Totals } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { directory } from '../../directory/service.ts';
import { timetracking } from '../service.ts';

const { countRecords, listRecords, listTotals, confirmRecord } = RecordService.method;
const OCTOBER = { from: '2026-10-01', to: '2026-11-01' };
const INSTANTS = { from: '2026-09-30T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z' };

let service: TestService;
let ada: AdministratorActor;
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

async function newMember() {
  const { user } = await call(UserService.method.createUser, {
    user: { email: `${randomUUID()}@x.example`, name: 'M' },
  });
  const { id } = present(user, 'user');
  return { id, member: { identity: { case: 'userId', value: id } } as const };
}
type Member = Awaited<ReturnType<typeof newMember>>;
const at = (local: string) =>
  Temporal.PlainDateTime.from(local)
    .toZonedDateTime('Europe/Berlin')
    .toInstant()
    .toString({ fractionalSecondDigits: 3 });
const add = async ({ member }: Member, start: string, end: string) =>
  punch(LogService.method.createLog, { member, log: { startTime: at(start), endTime: at(end) } });
const clockIn = ({ member }: Member, start: string) =>
  punch(SessionService.method.startSession, { member, at: at(start) });
/** Somebody who clocks in on a day, and forgets to clock out until the next one. */
async function forget(member: Member, day: string, next: string) {
  await clockIn(member, `${day}T16:00`);
  await clockIn(member, `${next}T09:00`);
  await punch(SessionService.method.stopSession, { member: member.member, at: at(`${next}T10:00`) });
}
const daily = async (request: object = {}) => call(listTotals, { ...OCTOBER, by: PeriodUnit.DAY, ...request });
const marksOf = ({ periods }: Totals) =>
  periods.map(({ start, marks }) => [start.slice(-2), marks?.toCorrect, marks?.corrected, marks?.closed]);
const toCorrect = async () =>
  (await call(listRecords, { page: { size: 50 }, ...INSTANTS, filter: RecordFilter.AUTO_CLOSED })).records;
const counted = (before = '2026-10-05T00:00') => call(countRecords, { ...INSTANTS, before: at(before) });

it('are the hours of the API by day, across clock changes, midnights and closed months', async () => {
  const [one, other] = [await newMember(), await newMember()];
  await add(one, '2026-09-30T22:00', '2026-10-01T06:00');
  await add(one, '2026-10-02T08:00:30', '2026-10-02T16:00:59');
  await add(one, '2026-10-24T22:00', '2026-10-25T06:30');
  await forget(other, '2026-10-01', '2026-10-02');
  await add(other, '2026-10-31T23:30', '2026-11-01T00:30');
  await call(MonthService.method.closeMonth, { month: '2026-09' });
  const { totals } = await daily();
  for (const { id, member } of [one, other]) {
    const of = { member, by: PeriodUnit.DAY, ...OCTOBER };
    const { totals: expected } = await punch(LogService.method.getTotals, of);
    const plain = <T extends { marks?: unknown }>({ marks: _, ...sums }: T) => sums;
    const own = present(
      totals.find(({ userId }) => userId === id),
      'totals',
    );
    expect(plain({ ...own, periods: own.periods.map(plain) })).toEqual(
      plain({ ...expected, periods: expected?.periods.filter(({ logs }) => logs > 0).map(plain) }),
    );
  }
  const [first, second] = [one, other].map(({ id }) =>
    present(
      totals.find((each) => each.userId === id),
      'totals',
    ),
  );
  expect(marksOf(first as Totals)).toEqual([
    ['01', 0, 0, 1],
    ['02', 0, 0, 0],
    ['24', 0, 0, 0],
    ['25', 0, 0, 0],
  ]);
  expect(first?.periods.at(-1)).toMatchObject({ start: '2026-10-25', workedSeconds: 7.5 * 3_600 });
  expect(marksOf(second as Totals)).toEqual([
    ['01', 1, 0, 0],
    ['02', 0, 0, 0],
    ['31', 0, 0, 0],
  ]);
  // Until the last millisecond of its day.
  expect(second?.marks).toMatchObject({ toCorrect: 1, toCorrectSeconds: 8 * 3_600 - 0.001 });
});

it('a forgotten evening waits until somebody has looked at it, or its month is closed', async () => {
  const member = await newMember();
  await forget(member, '2026-09-01', '2026-09-02');
  await forget(member, '2026-10-01', '2026-10-02');
  const [record] = await toCorrect();
  expect(await counted()).toMatchObject({ toCorrect: 1 });
  await call(confirmRecord, { id: record?.id ?? '', precondition: { any: true } });
  expect([await toCorrect(), (await counted()).toCorrect]).toEqual([[], 0]);
  expect((await daily({ userIds: [member.id] })).totals.flatMap(marksOf)[0]).toEqual(['01', 0, 1, 0]);

  const september = { from: '2026-08-31T22:00:00.000Z', to: '2026-09-30T22:00:00.000Z', before: INSTANTS.from };
  expect((await call(countRecords, september)).toCorrect).toBe(1);
  await call(MonthService.method.closeMonth, { month: '2026-09' });
  expect((await call(countRecords, september)).toCorrect).toBe(0);
  for (const userIds of [[], [member.id]])
    expect(
      (await call(listRecords, { page: { size: 9 }, ...september, userIds, filter: RecordFilter.AUTO_CLOSED })).records,
    ).toEqual([]);
});

it('what is counted is what the lists have, of this institution alone', async () => {
  const members = [await newMember(), await newMember(), await newMember()];
  for (const [index, member] of members.entries()) await clockIn(member, `2026-10-0${3 + index}T08:00`);
  const late = { ...members[0]?.member, at: at('2026-09-01T08:00') };
  await call(MonthService.method.closeMonth, { month: '2026-08' });
  const closed = { member: late.identity && { identity: late.identity }, at: at('2026-08-03T08:00') };
  await expect(punch(SessionService.method.startSession, closed)).rejects.toMatchObject({ code: 'MONTH_CLOSED' });
  expect(await counted()).toMatchObject({ open: 3, openBefore: 2, toCorrect: 0, late: 1 });
  const stranger = service.call(await newAdministrator(service));
  expect(await stranger(countRecords, { ...INSTANTS, before: INSTANTS.to })).toMatchObject({
    ...{ open: 0, openBefore: 0, toCorrect: 0, late: 0 },
  });
});

it('the members of a period come in pages, each once, and nobody else', async () => {
  const members = await Promise.all(Array.from({ length: 120 }, newMember));
  const idle = new Set(members.slice(0, 10).map(({ id }) => id));
  for (const [index, member] of members.entries())
    await add(
      member,
      idle.has(member.id) ? '2026-11-01T00:00' : '2026-09-30T20:00',
      `2026-11-0${1 + (index % 9)}T05:00`,
    );
  const seen: string[] = [];
  for (let afterUserId: string | undefined; ; ) {
    const page = await daily(afterUserId === undefined ? {} : { afterUserId });
    seen.push(...page.totals.map(({ userId }) => userId));
    expect(page.hasMore).toBe(page.endUserId !== undefined);
    if (!page.endUserId) break;
    expect(page.totals).toHaveLength(50);
    afterUserId = page.endUserId;
  }
  expect(seen).toEqual(
    members
      .map(({ id }) => id)
      .filter((id) => !idle.has(id))
      .sort(),
  );
});
