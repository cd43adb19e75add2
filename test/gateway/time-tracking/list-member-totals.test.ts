import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importRecords } from '../../support/import-records.ts';
import { changeSettings, importUsers, newEmail } from '../../support/test-directory.ts';
import { refusal } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Member, must } from '../../time-tracking/member.ts';
import { type School, schoolIn } from '../../time-tracking/school-in.ts';

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

type Query = Readonly<Record<string, string>>;
type Hours = Readonly<Record<string, unknown>> & { readonly userId: string };
const OCTOBER = { from: '2026-10-01', to: '2026-11-01' };
const list = (query: Query = {}, client = school.client) =>
  client.get('/time-tracking/member-totals', { query: { ...OCTOBER, ...query } });
const hoursOf = async (query: Query = {}): Promise<Hours[]> => must(200, await list(query)).body.data;
const membersOf = async (query: Query = {}) => (await hoursOf(query)).map(({ userId }) => userId);
const sorted = (...members: readonly Member[]) => members.map(({ userId }) => userId).toSorted();
const archive = (member: Member) =>
  school.client.patch(`/users/${member.userId}`, { isArchived: true }, { ifMatch: '*' });

let school: School;
let groupId: string;
let ada: Member;
let ben: Member;
let cleo: Member;
/** Has a log of December alone. */
let dora: Member;
beforeAll(async () => {
  school = await schoolIn(system, 'Europe/Berlin');
  const email = newEmail();
  const [userId = ''] = await importUsers(school, [{ ref: 'ada', email, name: 'Ada' }]);
  ada = new Member(school.client, { userId, email, code: '' });
  const groups = await importRecords(school.operator, 'userGroups', [
    { ref: 'staff', name: 'Staff', members: ['ada'] },
  ]);
  groupId = groups[0]?.id ?? '';
  [ben, cleo, dora] = await Promise.all([school.newMember(), school.newMember(), school.newMember()]);
  // Across both edges of October, and through the hour that comes twice.
  must(201, await ada.log('2026-09-30T20:00:00Z', '2026-10-01T02:00:30.250Z'));
  const pauses = [{ startTime: '2026-10-25T00:15:00Z', endTime: '2026-10-25T01:45:00Z' }];
  must(201, await ada.log('2026-10-24T20:00:00Z', '2026-10-25T04:00:00Z', { pauses }));
  must(201, await ada.log('2026-10-31T21:00:00Z', '2026-11-01T05:00:59.999Z'));
  must(201, await ben.log('2026-03-28T22:00:00Z', '2026-11-02T00:00:00Z'));
  must(201, await cleo.start('2026-10-05T08:00:00+02:00'));
  must(201, await cleo.start('2026-10-06T08:00:00+02:00'));
  must(201, await dora.log('2026-12-01T08:00:00Z', '2026-12-01T09:00:00Z'));
  must(200, await archive(ben));
});

describe('GET /time-tracking/member-totals', () => {
  it('200: each member with anything in these days, archived ones too, by id', async () => {
    const { data, pagination } = must(200, await list()).body;
    expect(data.map(({ userId }: Hours) => userId)).toEqual(sorted(ada, ben, cleo));
    expect(pagination).toEqual({ next_cursor: null, has_more: false, limit: 50 });
    const of = ({ userId }: Member) => data.find((each: Hours) => each.userId === userId);
    expect(of(ada)).toEqual({
      userId: ada.userId,
      workedMinutes: 4 * 60 + 6 * 60 + 30 + 2 * 60,
      workedSeconds: (4 * 60 + 6 * 60 + 30 + 2 * 60) * 60 + 30.25,
      pauseMinutes: 90,
      logs: 3,
      autoClosed: 0,
      openSession: null,
    });
    // The hour that comes twice counts twice.
    expect(of(ben)).toMatchObject({ workedSeconds: (31 * 24 + 1) * 3_600, logs: 1 });
    expect(of(cleo)).toMatchObject({ autoClosed: 1, openSession: { startTime: '2026-10-06T06:00:00.000Z' } });
  });

  it.each([
    ['2026-10-01', '2026-11-01'],
    ['2026-09-30', '2026-10-01'],
    ['2026-10-24', '2026-10-25'],
    ['2026-10-25', '2026-10-26'],
    ['2026-03-29', '2026-03-30'],
    ['2026-11-01', '2026-11-02'],
    ['2026-10-05', '2026-10-06'],
    ['2025-12-31', '2027-01-01'],
  ])('200: from %s to %s, the sums are those of each member’s totals', async (from, to) => {
    const all = await hoursOf({ from, to });
    const members = [ada, ben, cleo, dora];
    const each = await Promise.all(
      members.map(async ({ userId }) => {
        const query = { userId, from, to, by: 'month' };
        return must(200, await school.client.get('/time-tracking/totals', { query })).body.data;
      }),
    );
    const expected = each
      .filter(({ logs }) => logs > 0)
      .map(({ timeZone: _, from: _from, to: _to, periods: _periods, ...sums }) => sums);
    const closed = all.filter(({ logs }) => logs !== 0).map(({ workedSeconds: _, ...sums }) => sums);
    expect(closed).toEqual(expected.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)));
    for (const { workedMinutes, workedSeconds } of all)
      expect(Math.floor(Number(workedSeconds) / 60)).toBe(workedMinutes);
  });

  it('200: an open session alone, from its start on', async () => {
    const member = await school.newMember();
    must(201, await member.start('2026-10-05T08:00:00+02:00'));
    expect((await hoursOf()).find(({ userId }) => userId === member.userId)).toMatchObject({
      ...{ workedMinutes: 0, workedSeconds: 0, logs: 0 },
      openSession: { startTime: '2026-10-05T06:00:00.000Z' },
    });
    expect(await membersOf({ from: '2026-10-01', to: '2026-10-05' })).not.toContain(member.userId);
    must(200, await member.stop('2026-10-05T09:00:00+02:00'));
  });

  it('200: of a user group', async () => {
    expect(await membersOf({ userGroupId: groupId })).toEqual([ada.userId]);
    expect(await membersOf({ userGroupId: groupId, from: '2026-12-01', to: '2027-01-01' })).toEqual([]);
    expect(await membersOf({ userGroupId: ada.userId })).toEqual([]);
    expect(await membersOf({ userGroupId: 'staff' })).toEqual([]);
  });

  it('200: pages by cursor, each of the query it was made for; fields', async () => {
    const found: Hours[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data, pagination } = must(200, await list({ limit: '1', ...(cursor && { cursor }) })).body;
      found.push(...data);
      cursor = pagination.next_cursor;
    }
    expect(found).toEqual(await hoursOf());
    const { next_cursor: cursor } = (await list({ limit: '1', fields: 'logs' })).body.pagination;
    expect(await hoursOf({ limit: '1', cursor, fields: 'logs' })).toEqual([{ logs: found[1]?.logs }]);
    for (const other of [{ from: '2026-10-02' }, { userGroupId: groupId }, { updatedSince: '2026-10-01T00:00:00Z' }])
      expect((await list({ cursor, ...other })).body.code).toBe('invalid_cursor');
  });

  it('200: those whose records changed, so that a copy equals the list', async () => {
    const [moved, kept] = await Promise.all([school.newMember(), school.newMember()]);
    const { id } = must(201, await moved.log('2026-10-07T08:00:00Z', '2026-10-07T09:00:00Z')).body.data;
    must(201, await kept.log('2026-10-04T08:00:00Z', '2026-10-04T09:00:00Z'));
    system.clock.advance(10 * 60_000);
    const { nextUpdatedSince: updatedSince } = must(200, await list()).body.meta;
    expect(await membersOf({ updatedSince })).toEqual([]);
    must(201, await dora.log('2026-12-02T08:00:00Z', '2026-12-02T09:00:00Z'));
    const times = { startTime: '2026-11-07T08:00:00Z', endTime: '2026-11-07T09:00:00Z' };
    must(200, await moved.change(id, times));
    // Nothing is left of October, and whoever has a copy must learn of it.
    expect(await hoursOf({ updatedSince })).toEqual([
      {
        ...{ userId: moved.userId, workedMinutes: 0, workedSeconds: 0, pauseMinutes: 0, logs: 0, autoClosed: 0 },
        openSession: null,
      },
    ]);
    expect(await membersOf()).not.toContain(moved.userId);
    must(201, await kept.start('2026-10-05T08:00:00Z'));
    expect(await membersOf({ updatedSince })).toEqual(sorted(moved, kept));
    must(200, await kept.stop('2026-10-05T09:00:00Z'));
    expect((await hoursOf({ updatedSince })).find(({ userId }) => userId === kept.userId)).toMatchObject({ logs: 2 });
    expect(await membersOf({ updatedSince, userGroupId: groupId })).toEqual([]);
  });

  it('200: whose session a late punch ended before these days, in which it was open', async () => {
    const late = await school.newMember();
    must(201, await late.start('2026-10-04T08:00:00Z'));
    const days = { from: '2026-10-05', to: '2026-11-01' };
    expect(await membersOf(days)).toContain(late.userId);
    system.clock.advance(10 * 60_000);
    const { nextUpdatedSince: updatedSince } = must(200, await list(days)).body.meta;
    must(200, await late.stop('2026-10-04T09:00:00Z'));
    expect(await hoursOf({ ...days, updatedSince })).toMatchObject([
      { userId: late.userId, logs: 0, openSession: null },
    ]);
  });

  it('200: nothing of another institution, nor by its group', async () => {
    const other = await schoolIn(system, null);
    expect(must(200, await list({}, other.client)).body.data).toEqual([]);
    const member = await other.newMember();
    must(201, await member.log('2026-10-05T08:00:00Z', '2026-10-05T09:00:00Z'));
    expect(must(200, await list({}, other.client)).body.data).toHaveLength(1);
    expect(must(200, await list({ userGroupId: groupId }, other.client)).body.data).toEqual([]);
    expect(await membersOf()).not.toContain(member.userId);
  });

  it.each<[query: Query, field: string]>([
    [{ from: '' }, 'from'],
    [{ to: '2026-10-01' }, 'to'],
    [{ to: '2027-10-03' }, 'to'],
    [{ from: '2026-10-01T00:00:00Z' }, 'from'],
    [{ updatedSince: 'yesterday' }, 'updatedSince'],
    [{ limit: '101' }, 'limit'],
    [{ fields: 'periods' }, 'fields'],
  ])('400: %j', async (query, field) => {
    const { status, body } = await list(query);
    expect([status, ...body.errors.map((each: { field: string }) => each.field)]).toEqual([400, field]);
  });

  it('403: time tracking is switched off, and an integration without the area', async () => {
    const other = await schoolIn(system, null);
    await changeSettings(other, { timeTrackingEnabled: false });
    system.clock.advance(61_000);
    expect((await list({}, other.client)).status).toBe(403);
    const narrow = await system.newClient(school.id, undefined, { access: 'read', areas: ['users'] });
    expect(refusal(await list({}, narrow))).toBe('403 forbidden');
    const reader = await system.newClient(school.id, undefined, { access: 'read', areas: ['time-tracking'] });
    expect(must(200, await list({ userGroupId: groupId }, reader)).body.data).toHaveLength(1);
  });
});
