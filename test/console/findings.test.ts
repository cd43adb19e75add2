import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { WorkingTimeRules } from '../../proto/gen/lyceum/common/v1/working_time_rules_pb.ts';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { parseCsv } from '../support/console/csv.ts';
import { alertIn, changesIn, faultsIn, words } from '../support/console/read-page.ts';
import { type Answer, hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { changeSettings } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

const PATH = '/console/time-records/findings';
const WEEK = 'from=2026-09-28&to=2026-10-04';

let ada: TestAdministrator;
let visitor: Visitor;
const system = await TestSystem.start();
beforeEach(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
  await changeSettings(ada.institution, {
    timeTrackingTimezone: 'Europe/Berlin',
    workingTimeRules: WorkingTimeRules.DE_ARBZG,
  });
});

const newMember = async (name: string, more: object = {}) =>
  (await ada.institution.client.post('/users', { email: `${randomUUID()}@example.org`, name, ...more })).body.data as {
    id: string;
    email: string;
  };
const addLog = async (email: string, startTime: string, endTime: string, more: object = {}) =>
  (await ada.institution.client.post('/time-tracking/logs', { email, startTime, endTime, ...more })).body.data as {
    id: string;
  };
/** Nine hours without a break: the break and the stretch are findings. */
const longDay = (email: string, day: string) => addLog(email, `${day}T07:00:00Z`, `${day}T16:00:00Z`);
/** The headings of groups, and the rows below each. */
const groupsIn = ({ text }: Answer) =>
  [...text.matchAll(/<section class="section" aria-labelledby="week-[^"]*">(.*?)<\/section>/gs)].map(
    ([, group = '']) => [
      words(/<h2[^>]*>(.*?)<\/h2>/s.exec(group)?.[1] ?? '').trim(),
      ...[...group.matchAll(/<tr><th scope="row"[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) => words(row).trim()),
    ],
  );
const linkIn = ({ text }: Answer, label: string) =>
  new RegExp(`<a class="button [a-z]*" href="([^"]+)">${label}<`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';

describe('the page', () => {
  it('has the findings by person and week, and is linked from Time records', async () => {
    const [zoe, bob] = [await newMember('Zoë'), await newMember('Bob')];
    await longDay(zoe.email, '2026-09-29');
    await addLog(bob.email, '2026-10-04T08:00:00Z', '2026-10-04T09:00:00Z');
    await longDay(zoe.email, '2026-10-01');
    expect(linkIn(await visitor.get('/console/time-records?from=2026-09-01&to=2026-09-02'), 'Findings')).toBe(PATH);
    expect((await visitor.get(PATH)).headers.get('location')).toBe(`${PATH}?from=2026-10-01&to=2026-10-31`);
    const page = await visitor.get(`${PATH}?${WEEK}`);
    expect(groupsIn(page)).toEqual([
      [
        'Zoë, week of 2026-09-28',
        expect.stringMatching(
          /^2026-09-29 Break too short Violation 0:00 0:30 § 4 .*Open Acknowledge of Zoë, 2026-09-29$/,
        ),
        expect.stringMatching(/^2026-09-29 Too long without a break Violation 9:00 6:00 § 4 /),
        expect.stringMatching(/^2026-10-01 Break/),
        expect.stringMatching(/^2026-10-01 Too long/),
      ],
      ['Bob, week of 2026-09-28', expect.stringMatching(/^2026-10-04 Work on a Sunday Notice 1:00 0:00 § 9 /)],
    ]);
    const rows = async (query: string) =>
      groupsIn(await visitor.get(`${PATH}?${WEEK}&${query}`)).map((all) => all.length - 1);
    expect(await rows(`person=${bob.email}`)).toEqual([1]);
    expect(await rows('rule=stretch_too_long')).toEqual([2]);
    expect(await rows('state=acknowledged')).toEqual([]);
    expect(await rows('state=all')).toEqual([4, 1]);
  });

  it('says beside each filter what is wrong', async () => {
    const page = await visitor.get(`${PATH}?from=2026-10-02&to=2026-10-01&person=nobody&rule=tea&state=lost`);
    expect([page.status, Object.keys(faultsIn(page)).sort()]).toEqual([422, ['person', 'rule', 'state', 'to']]);
    expect((await visitor.get(`${PATH}/export?from=2026-10-02&to=2026-10-01`)).status).toBe(422);
  });
});

describe('a finding', () => {
  it('is acknowledged with a reason, and opened again', async () => {
    const zoe = await newMember('Zoë');
    await longDay(zoe.email, '2026-09-29');
    const query = `${WEEK}&rule=break_too_short`;
    const link = linkIn(await visitor.get(`${PATH}?${query}`), 'Acknowledge');
    for (const [reason, fault] of [
      ['', 'Fill this in.'],
      [' \n ', 'Fill this in.'],
      ['x'.repeat(501), expect.stringMatching(/500/)],
    ] as const) {
      const refused = await visitor.submit(link, { reason });
      expect([refused.status, faultsIn(refused)]).toEqual([422, { reason: fault }]);
    }
    const done = await visitor.submit(link, { reason: 'Fire drill <b>' });
    expect([done.status, done.headers.get('location')]).toEqual([303, `${PATH}?${query}`]);
    expect(groupsIn(await visitor.follow(done))).toEqual([]);
    const all = await visitor.get(`${PATH}?${query}&state=all`);
    expect(groupsIn(all)[0]?.[1]).toMatch(
      new RegExp(`Acknowledged Fire drill &lt;b&gt; ${ada.name}, 5 Oct 2026 Reopen of Zoë, 2026-09-29$`),
    );
    // An acknowledged one has no form.
    expect((await visitor.get(link)).status).toBe(303);
    const [, reopen = ''] = /action="([^"]+\/reopen\?[^"]*)"/.exec(all.text) ?? [];
    const reopened = await visitor.post(reopen.replaceAll('&amp;', '&'));
    expect([reopened.status, reopened.headers.get('location')]).toEqual([303, `${PATH}?${query}&state=all`]);
    expect(groupsIn(await visitor.get(`${PATH}?${query}`))).toHaveLength(1);
    expect(changesIn(await visitor.get('/console/audit'))).toEqual(
      expect.arrayContaining(['acknowledged a finding of Zoë', 'opened a finding of Zoë again']),
    );
  });

  it('that has changed since its form was opened is not acknowledged', async () => {
    const zoe = await newMember('Zoë');
    const { id } = await longDay(zoe.email, '2026-09-29');
    const link = linkIn(await visitor.get(`${PATH}?${WEEK}`), 'Acknowledge');
    const form = hiddenIn(await visitor.get(link));
    const changed = { endTime: '2026-09-29T15:30:00Z', userId: zoe.id };
    await ada.institution.client.patch(`/time-tracking/logs/${id}`, changed, { ifMatch: '*' });
    const refused = await visitor.post(link, { ...form, reason: 'Seen' });
    expect(refused.status).toBe(409);
    expect(alertIn(refused)).toContain('Nothing was acknowledged');
    expect(refused.text).toContain('>\nSeen</textarea>');
    expect((await visitor.post(link, { ...hiddenIn(refused), reason: 'Seen' })).status).toBe(303);
  });

  it('of a person’s week is acknowledged with all others of it at once', async () => {
    const [zoe, bob] = [await newMember('Zoë'), await newMember('Bob')];
    for (const day of ['2026-09-28', '2026-09-30', '2026-10-05']) await longDay(zoe.email, day);
    await longDay(bob.email, '2026-09-28');
    const page = await visitor.get(`${PATH}?from=2026-09-30&to=2026-10-05&person=${zoe.email}`);
    const form = await visitor.get(linkIn(page, 'Acknowledge week'));
    expect(words(form.text)).toContain('Acknowledge 4 findings');
    const done = await visitor.submit(linkIn(page, 'Acknowledge week'), { reason: 'Exams' });
    expect(done.headers.get('location')).toContain(`${PATH}?from=2026-09-30&to=2026-10-05`);
    const left = groupsIn(await visitor.get(`${PATH}?from=2026-09-28&to=2026-10-11`)).map(([title, ...rows]) => [
      title,
      rows.length,
    ]);
    expect(left).toEqual([
      ['Bob, week of 2026-09-28', 2],
      ['Zoë, week of 2026-10-05', 2],
    ]);
  });

  it.each(['no-id', 'weeks/x/2026-09-28', 'weeks/x/y'])('that is none is not found: %s', async (path) => {
    const answer = await visitor.get(`${PATH}/${path}/acknowledge?${WEEK}`);
    expect(answer.status).toBe(404);
  });
});

it('the export has each finding of the filters, with who it is about and who has acknowledged it', async () => {
  const zoe = await newMember('=Zoë', { code: 'Z-1' });
  const { id } = await longDay(zoe.email, '2026-09-29');
  const link = linkIn(await visitor.get(`${PATH}?${WEEK}&rule=break_too_short`), 'Acknowledge');
  await visitor.submit(link, { reason: 'Fire, drill' });
  const page = await visitor.get(`${PATH}?${WEEK}&state=all`);
  const answer = await visitor.get(linkIn(page, 'Export CSV'));
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="findings-2026-09-28-to-2026-10-04.csv"',
  );
  expect(answer.text.split('\r\n')[0]?.replace('\uFEFF', '')).toBe(
    'personId,name,email,code,date,rule,ruleSet,paragraph,severity,actualMinutes,limitMinutes,isUnsure,recordIds,acknowledgedAt,acknowledgedBy,reason',
  );
  const person = [zoe.id, "'=Zoë", zoe.email, 'Z-1'];
  const [, first, second, ...others] = parseCsv(answer.text);
  expect(first).toEqual([
    ...[...person, '2026-09-29', 'break_too_short', 'de-arbzg', expect.stringContaining('§ 4'), 'violation'],
    ...['0', '30', 'false', id, expect.stringMatching(/^2026-10-05T.*Z$/), ada.name, 'Fire, drill'],
  ]);
  expect(second?.slice(4, 6)).toEqual(['2026-09-29', 'stretch_too_long']);
  expect(second?.slice(-3)).toEqual(['', '', '']);
  expect(others).toEqual([]);
  const open = await visitor.get(`${PATH}/export?${WEEK}`);
  expect(parseCsv(open.text)).toHaveLength(2);
  const german = await visitor.get(`${PATH}/export?${WEEK}&state=all&excel=de`);
  const [, cells = []] = parseCsv(german.text, ';');
  expect([cells[4], cells[13]]).toEqual(['29.09.2026', expect.stringMatching(/^05\.10\.2026 \d\d:\d\d:\d\d$/)]);
  expect((await visitor.get(`${PATH}?${WEEK}`)).text).toMatch(/name="excel" value="de"[^>]* checked>/);
});

it('the overview says how many are open since the Monday of last week, and leads to them', async () => {
  const zoe = await newMember('Zoë');
  await longDay(zoe.email, '2026-09-27');
  expect((await visitor.get('/console/')).text).not.toContain('of working time since');
  await longDay(zoe.email, '2026-09-28');
  const page = await visitor.get('/console/');
  expect(words(page.text)).toContain('2 findings of working time since Monday, 28 Sep 2026 , are open');
  expect(page.text).toContain(`href="${PATH}?from=2026-09-28&amp;to=2026-10-05"`);
});
