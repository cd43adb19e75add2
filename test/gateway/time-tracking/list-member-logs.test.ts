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
type Log = Readonly<Record<string, unknown>> & { readonly id: string; readonly userId: string };
const OCTOBER = { from: '2026-10-01', to: '2026-11-01' };
const list = (query: Query = {}, client = school.client) =>
  client.get('/time-tracking/member-logs', { query: { ...OCTOBER, ...query } });
const logsOf = async (query: Query = {}): Promise<Log[]> => must(200, await list(query)).body.data;
const idsOf = async (query: Query = {}) => (await logsOf(query)).map(({ id }) => id);
const idOf = (answer: Parameters<typeof must>[1]): string => must(201, answer).body.data.id;
const walk = async (query: Query) => {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, pagination } = must(200, await list({ ...query, ...(cursor && { cursor }) })).body;
    ids.push(...data.map(({ id }: Log) => id));
    cursor = pagination.next_cursor;
  }
  return ids;
};

let school: School;
let groupId: string;
let ada: Member;
let ben: Member;
let cleo: Member;
/** Ids of records by their start: the names say which days they touch. */
let intoOctober: string;
let yearLong: string;
let october: string;
let closed: string;
let open: string;
let outOfOctober: string;
beforeAll(async () => {
  school = await schoolIn(system, 'Europe/Berlin');
  const email = newEmail();
  const [userId = ''] = await importUsers(school, [{ ref: 'ada', email, name: 'Ada' }]);
  ada = new Member(school.client, { userId, email, code: '' });
  const groups = await importRecords(school.operator, 'userGroups', [
    { ref: 'staff', name: 'Staff', members: ['ada'] },
  ]);
  groupId = groups[0]?.id ?? '';
  [ben, cleo] = await Promise.all([school.newMember(), school.newMember()]);
  yearLong = idOf(await ben.log('2026-03-28T22:00:00Z', '2026-11-02T00:00:00Z'));
  // Local midnight is at 22:00 UTC, and after the clocks have changed at 23:00.
  idOf(await ada.log('2026-09-30T20:00:00Z', '2026-09-30T22:00:00Z'));
  intoOctober = idOf(await ada.log('2026-09-30T22:00:00Z', '2026-10-01T02:00:00Z'));
  october = idOf(await ada.log('2026-10-24T20:00:00Z', '2026-10-25T04:00:00Z', { note: 'x' }));
  outOfOctober = idOf(await ada.log('2026-10-31T22:59:59.999Z', '2026-11-01T05:00:00Z'));
  idOf(await ada.log('2026-11-01T05:00:00Z', '2026-11-01T06:00:00Z'));
  closed = idOf(await cleo.start('2026-10-05T08:00:00+02:00'));
  open = idOf(await cleo.start('2026-10-06T08:00:00+02:00'));
  system.clock.advance(48 * 60 * 60_000);
  must(200, await school.client.patch(`/users/${ben.userId}`, { isArchived: true }, { ifMatch: '*' }));
});

describe('GET /time-tracking/member-logs', () => {
  it('200: what touches these days, by start: open sessions and logs of archived members too', async () => {
    const { data, pagination } = must(200, await list()).body;
    expect(data.map(({ id }: Log) => id)).toEqual([yearLong, intoOctober, closed, open, october, outOfOctober]);
    expect(pagination).toEqual({ next_cursor: null, has_more: false, limit: 50 });
    const own = (id: string) => school.client.get(`/time-tracking/logs/${id}`, { query: { userId: ada.userId } });
    expect(data[4]).toEqual(must(200, await own(october)).body.data);
    expect(data[3]).toMatchObject({ status: 'open', endTime: null, userId: cleo.userId });
    expect(await idsOf({ from: '2026-10-05', to: '2026-10-06' })).toEqual([yearLong, closed]);
    // The session is open until now, whenever it began.
    expect(await idsOf({ from: '2026-10-06', to: '2026-10-07' })).toEqual([yearLong, open]);
    expect(await idsOf({ from: '2026-12-01', to: '2027-01-01' })).toEqual([]);
  });

  it.each([
    ['2026-10-01', '2026-11-01'],
    ['2026-09-30', '2026-10-01'],
    ['2026-11-01', '2026-11-02'],
    ['2025-12-31', '2027-01-01'],
  ])('200: from %s to %s, as many logs of each member as in the totals', async (from, to) => {
    const logs = (await logsOf({ from, to })).filter(({ endTime }) => endTime !== null);
    const totals = must(200, await school.client.get('/time-tracking/member-totals', { query: { from, to } })).body
      .data;
    const counts = Map.groupBy(logs, ({ userId }) => userId);
    for (const each of totals) expect(counts.get(each.userId)?.length ?? 0).toBe(each.logs);
  });

  it('200: of a user group; nobody is in an unknown one', async () => {
    expect(await idsOf({ userGroupId: groupId })).toEqual([intoOctober, october, outOfOctober]);
    expect(await idsOf({ userGroupId: groupId, updatedSince: '2026-01-01T00:00:00Z' })).toHaveLength(3);
    expect(await idsOf({ userGroupId: ada.userId })).toEqual([]);
    expect(await idsOf({ userGroupId: 'staff' })).toEqual([]);
  });

  it('200: pages by cursor in both orders, each of the query it was made for; fields', async () => {
    const all = await idsOf();
    expect(await walk({ limit: '1' })).toEqual(all);
    const changed = await logsOf({ updatedSince: '2026-01-01T00:00:00Z' });
    expect(changed.map(({ updatedAt }) => updatedAt)).toEqual(changed.map(({ updatedAt }) => updatedAt).toSorted());
    expect(changed.map(({ id }) => id).toSorted()).toEqual(all.toSorted());
    expect(await walk({ limit: '1', updatedSince: '2026-01-01T00:00:00Z' })).toEqual(changed.map(({ id }) => id));
    const { next_cursor: cursor } = (await list({ limit: '1', fields: 'id' })).body.pagination;
    expect(await logsOf({ limit: '1', cursor, fields: 'id' })).toEqual([{ id: intoOctober }]);
    for (const other of [{ from: '2026-10-02' }, { userGroupId: groupId }, { updatedSince: '2026-10-01T00:00:00Z' }])
      expect((await list({ cursor, ...other })).body.code).toBe('invalid_cursor');
  });

  it('200: what changed, so that a copy equals the list', async () => {
    const [moved, late, other] = await Promise.all([school.newMember(), school.newMember(), school.newMember()]);
    const leaving = idOf(await moved.log('2026-10-07T08:00:00Z', '2026-10-07T09:00:00Z'));
    const staying = idOf(await moved.log('2026-10-08T08:00:00Z', '2026-10-08T09:00:00Z'));
    const session = idOf(await late.start('2026-10-04T08:00:00Z'));
    const day = { from: '2026-10-05', to: '2026-11-01' };
    expect(await idsOf(day)).toContain(session);
    system.clock.advance(10 * 60_000);
    const { nextUpdatedSince: updatedSince } = must(200, await list(day)).body.meta;
    expect(await idsOf({ ...day, updatedSince })).toEqual([]);
    must(200, await moved.change(staying, { note: 'y' }));
    system.clock.advance(1);
    must(200, await moved.change(leaving, { startTime: '2026-11-07T08:00:00Z', endTime: '2026-11-07T09:00:00Z' }));
    system.clock.advance(1);
    // It was open in these days, and a late punch ends it before them.
    must(200, await late.stop('2026-10-04T09:00:00Z'));
    system.clock.advance(1);
    must(201, await other.log('2026-12-07T08:00:00Z', '2026-12-07T09:00:00Z'));
    must(201, await other.log('2026-09-07T08:00:00Z', '2026-09-07T09:00:00Z'));
    const added = idOf(await other.log('2026-10-07T08:00:00Z', '2026-10-07T09:00:00Z'));
    expect(await idsOf({ ...day, updatedSince })).toEqual([staying, leaving, session, added]);
    expect(await idsOf(day)).not.toContain(session);
  });

  it('200: nothing of another institution, nor by its group', async () => {
    const other = await schoolIn(system, null);
    expect(must(200, await list({}, other.client)).body.data).toEqual([]);
    const member = await other.newMember();
    const id = idOf(await member.log('2026-10-05T08:00:00Z', '2026-10-05T09:00:00Z'));
    expect(must(200, await list({}, other.client)).body.data).toHaveLength(1);
    expect(must(200, await list({ userGroupId: groupId }, other.client)).body.data).toEqual([]);
    expect(await idsOf()).not.toContain(id);
    expect(await idsOf({ updatedSince: '2026-01-01T00:00:00Z' })).not.toContain(id);
  });

  it.each<[query: Query, field: string]>([
    [{ from: '' }, 'from'],
    [{ to: '2026-10-01' }, 'to'],
    [{ to: '2027-10-03' }, 'to'],
    [{ from: '2026-10-01T00:00:00Z' }, 'from'],
    [{ updatedSince: 'yesterday' }, 'updatedSince'],
    [{ limit: '101' }, 'limit'],
    [{ fields: 'logs' }, 'fields'],
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
    expect(must(200, await list({ userGroupId: groupId }, reader)).body.data).toHaveLength(3);
  });
});
