import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workingTimeRules } from '../../../platform/core/working-time-rules.ts';
import { FindingService, FindingState } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { NOWHERE } from '../../support/directory/institution.ts';
import { changeSettings, newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { type Member, must } from '../../time-tracking/member.ts';
import { type School, schoolIn } from '../../time-tracking/school-in.ts';

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

let school: School;
let ada: Member;
let ben: Member;
beforeAll(async () => {
  school = await schoolIn(system, 'Europe/Berlin');
  await changeSettings(school, { workingTimeRules: workingTimeRules.from('de-arbzg') });
  [ada, ben] = await Promise.all([school.newMember(), school.newMember()]);
  must(201, await ada.log('2026-10-01T08:00:00+02:00', '2026-10-01T15:00:00+02:00'));
  must(201, await ada.log('2026-10-02T01:00:00+02:00', '2026-10-02T02:00:00+02:00'));
  must(201, await ben.log('2026-10-04T10:00:00+02:00', '2026-10-04T11:00:00+02:00', { note: 'Fair' }));
});

type Query = Readonly<Record<string, string>>;
const OCTOBER = { from: '2026-10-01', to: '2026-11-01' };
const findings = (query: Query = {}, headers: Record<string, string> = {}, client = school.client) =>
  client.get('/time-tracking/findings', { query: { ...OCTOBER, ...query }, headers });
const shortOf = async (query: Query = {}) =>
  must(200, await findings(query)).body.data.map(
    ({ date, rule, userId }: { date: string; rule: string; userId: string }) =>
      `${date} ${rule} ${userId === ada.userId ? 'ada' : 'ben'}`,
  );
const ALL = [
  '2026-10-01 break_too_short ada',
  '2026-10-01 stretch_too_long ada',
  '2026-10-02 rest_too_short ada',
  '2026-10-04 sunday_work ben',
];

describe('GET /time-tracking/findings', () => {
  it('200: each finding with what was, what the limit is, and its records', async () => {
    const { data, pagination } = must(200, await findings({ rule: 'rest_too_short' })).body;
    const logs = await ada.logs();
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{50}$/),
        ...{ rule: 'rest_too_short', ruleSet: 'de-arbzg', paragraph: '§ 5 Abs. 1 ArbZG', severity: 'violation' },
        ...{ date: '2026-10-02', userId: ada.userId, minutes: { actual: 600, limit: 660 } },
        timeRecordIds: logs.map(({ id }: { id: string }) => id),
        ...{ isUnsure: false, acknowledged: null },
      },
    ]);
    expect(pagination).toEqual({ next_cursor: null, has_more: false, limit: 50 });
    expect(await shortOf()).toEqual(ALL);
  });

  it('200: of a member, of a rule, of days', async () => {
    expect(await shortOf({ userId: ada.userId })).toEqual(ALL.slice(0, 3));
    expect(await shortOf({ userId: ada.userId.toUpperCase() })).toEqual(ALL.slice(0, 3));
    expect(await shortOf({ email: ben.email.toUpperCase() })).toEqual(ALL.slice(3));
    expect(await shortOf({ code: ` ${ben.code} ` })).toEqual(ALL.slice(3));
    expect(await shortOf({ rule: 'sunday_work' })).toEqual(ALL.slice(3));
    expect(await shortOf({ from: '2026-10-02', to: '2026-10-03' })).toEqual(ALL.slice(2, 3));
  });

  it('200: acknowledged ones by whom, when and why; open ones by default', async () => {
    const colleague = await newUser(school.client, { name: 'Cleo Admin' });
    const call = system.call({
      ...{
        kind: 'administrator',
        institutionId: school.id,
        userId: colleague.id,
        name: 'Cleo',
        sessionId: NOWHERE,
        roles: ['people'],
      },
    });
    const { listFindings, acknowledgeFindings, reopenFindings } = FindingService.method;
    const seen = await call(listFindings, { ...OCTOBER, page: { size: 100 }, state: FindingState.ALL });
    const [last] = seen.findings.slice(-1);
    const { id = '', revision = '' } = last ?? {};
    await call(acknowledgeFindings, { findings: [{ id, revision }], reason: 'The open day' });
    expect(await shortOf()).toEqual(ALL.slice(0, 3));
    expect(await shortOf({ state: 'all' })).toEqual(ALL);
    const [item] = must(200, await findings({ state: 'acknowledged' })).body.data;
    const by = { id: colleague.id, name: 'Cleo Admin' };
    expect(item.acknowledged).toEqual({ at: expect.stringMatching(/Z$/), by, reason: 'The open day' });
    expect(must(200, await findings({ state: 'acknowledged', fields: 'id' })).body.data).toEqual([{ id }]);
    await call(reopenFindings, { ids: [id] });
    expect(await shortOf()).toEqual(ALL);
  });

  it('200: pages by cursor, each of whom it was made for', async () => {
    const found = [];
    let cursor: string | null = null;
    do {
      const answer = must(200, await findings({ limit: '1', ...(cursor && { cursor }) }));
      found.push(...answer.body.data);
      cursor = answer.body.pagination.next_cursor;
    } while (cursor);
    expect(found).toEqual((await findings()).body.data);
    const { next_cursor: ofAll } = (await findings({ limit: '1' })).body.pagination;
    const { next_cursor: ofAda } = (await findings({ limit: '1', userId: ada.userId })).body.pagination;
    for (const query of [
      { cursor: ofAll, userId: ada.userId },
      { cursor: ofAda },
      { cursor: ofAda, userId: ben.userId },
      { cursor: ofAll, state: 'all' },
    ])
      expect((await findings({ limit: '1', ...query })).body).toMatchObject({ code: 'invalid_cursor' });
  });

  it('200: nothing without a rule set, nothing of another institution', async () => {
    const other = await schoolIn(system, 'Europe/Berlin');
    const member = await other.newMember();
    must(201, await member.log('2026-10-01T08:00:00+02:00', '2026-10-01T15:00:00+02:00'));
    expect(must(200, await findings({}, {}, other.client)).body.data).toEqual([]);
    await changeSettings(other, { workingTimeRules: workingTimeRules.from('eu-2003-88') });
    expect(must(200, await findings({}, {}, other.client)).body.data).toHaveLength(1);
  });

  it.each<[query: Query, field: string]>([
    [{ from: '' }, 'from'],
    [{ to: '2026-10-01' }, 'to'],
    [{ to: '2027-10-03' }, 'to'],
    [{ from: '2026-10-01T00:00:00Z' }, 'from'],
    [{ rule: 'late' }, 'rule'],
    [{ state: 'seen' }, 'state'],
    [{ limit: '101' }, 'limit'],
    [{ fields: 'name' }, 'fields'],
  ])('400: %j', async (query, field) => {
    const { status, body } = await findings(query);
    expect([status, ...body.errors.map((each: { field: string }) => each.field)]).toEqual([400, field]);
  });

  it('400: two identities; 422: a blank code; 404: nobody, and who is archived', async () => {
    expect((await findings({ userId: ada.userId, code: ada.code })).status).toBe(400);
    expect((await findings({ code: ' ' })).status).toBe(422);
    expect((await findings({ email: 'nobody@lyceum.example' })).status).toBe(404);
    expect((await findings({ userId: NOWHERE })).status).toBe(404);
    const gone = await school.newMember();
    must(200, await school.client.patch(`/users/${gone.userId}`, { isArchived: true }, { ifMatch: '*' }));
    expect((await findings({ userId: gone.userId })).status).toBe(404);
  });

  it('403: time tracking is switched off, and an integration without the area', async () => {
    const other = await schoolIn(system, null);
    await changeSettings(other, { timeTrackingEnabled: false });
    system.clock.advance(61_000);
    expect((await findings({}, {}, other.client)).status).toBe(403);
    const narrow = await system.newClient(school.id, undefined, { access: 'read', areas: ['users'] });
    expect((await findings({}, {}, narrow)).status).toBe(403);
    const reader = await system.newClient(school.id, undefined, { access: 'read', areas: ['time-tracking'] });
    expect((await findings({ state: 'all' }, {}, reader)).status).toBe(200);
  });
});
