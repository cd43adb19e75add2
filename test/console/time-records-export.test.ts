import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { Role } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { csvRow } from '../../records/csv.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { parseCsv } from '../support/console/csv.ts';
import { Visitor } from '../support/console/visitor.ts';
import { query } from '../support/postgres/query.ts';
import { changeSettings } from '../support/test-directory.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

const PATH = '/console/time-records/export';
const MONTH = 'from=2026-10-01&to=2026-10-31';

const system = await TestSystem.start({ platform: 'own' });
const ada = await newAdministrator(system);
const visitor = await signedIn(system, ada);
const change = { timeTrackingTimezone: 'Europe/Berlin' };
await changeSettings(ada.institution, change);

afterAll(() => system.stop());

const newMember = async (fields: object): Promise<{ id: string; email: string }> =>
  (await ada.institution.client.post('/users', { email: `${randomUUID()}@example.org`, ...fields })).body.data;
const addLog = async (email: string, startTime: string, endTime: string, more: object = {}) =>
  (await ada.institution.client.post('/time-tracking/logs', { email, startTime, endTime, ...more })).body.data;
/** The rows of a file by the names of their columns. */
const rowsOf = async (query: string) => {
  const answer = await visitor.get(`${PATH}?${query}`);
  const [head = [], ...rows] = parseCsv(answer.text);
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
};

describe('the export', () => {
  it('is a file with each record, by name, person and start', async () => {
    const zoe = await newMember({ name: 'Zoë', code: 'Z-1' });
    const bob = await newMember({ name: 'Bob' });
    const late = await addLog(zoe.email, '2026-10-02T08:00:00.900Z', '2026-10-02T09:30:00Z', {
      note: 'Said "hi", left\nearly',
    });
    await addLog(zoe.email, '2026-10-01T08:00:00Z', '2026-10-01T09:00:00Z');
    const pauses = [{ startTime: '2026-10-25T00:30:00Z', endTime: '2026-10-25T01:00:00Z' }];
    await addLog(bob.email, '2026-10-25T00:00:00Z', '2026-10-25T01:30:00Z', { pauses });
    await ada.institution.client.post('/time-tracking/sessions/start', {
      email: zoe.email,
      at: '2026-10-05T06:00:00Z',
    });
    await ada.institution.client.patch(`/users/${bob.id}`, { isArchived: true }, { ifMatch: '*' });
    const answer = await fetch(`${system.consoleUrl}${PATH}?${MONTH}`, {
      headers: { cookie: `lyceum-console=${visitor.cookies.get('lyceum-console')}` },
    });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="time-records-2026-10-01-to-2026-10-31.csv"',
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const text = bytes.toString();
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFpersonId,name,email,code,recordId,start,end,workedMinutes,pauseMinutes,autoClosed,source,note,utcOffset,endUtcOffset,workedSeconds,pauseSeconds,correctedAt',
    );
    expect(text.endsWith('\r\n')).toBe(true);
    const rows = await rowsOf(MONTH);
    expect(
      rows.map(({ name, start, end, utcOffset, endUtcOffset }) => [name, start, end, utcOffset, endUtcOffset]),
    ).toEqual([
      ['Bob', '2026-10-25 02:00:00', '2026-10-25 02:30:00', 'UTC+02:00', 'UTC+01:00'],
      ['Zoë', '2026-10-01 10:00:00', '2026-10-01 11:00:00', 'UTC+02:00', 'UTC+02:00'],
      ['Zoë', '2026-10-02 10:00:00', '2026-10-02 11:30:00', 'UTC+02:00', 'UTC+02:00'],
      ['Zoë', '2026-10-05 08:00:00', '', 'UTC+02:00', ''],
    ]);
    expect(rows[3]).toMatchObject({ workedMinutes: '', pauseMinutes: '', source: 'session', autoClosed: 'false' });
    expect(rows[0]).toMatchObject({ personId: bob.id, workedMinutes: '60', pauseMinutes: '30', code: '' });
    expect(rows[2]).toMatchObject({
      recordId: late.id,
      email: zoe.email,
      code: 'Z-1',
      source: 'api',
      note: 'Said "hi", left\nearly',
    });
    expect(await rowsOf(`${MONTH}&person=Z-1`)).toHaveLength(3);
    expect(await rowsOf(`${MONTH}&show=open`)).toHaveLength(1);
    expect(await rowsOf('from=2026-10-06&to=2026-10-07')).toEqual([]);
  });

  it('by day adds up to the totals of the API', async () => {
    const { email, id } = await newMember({ name: 'Night owl' });
    for (const [start, end] of [
      ['2026-10-01T18:00:30Z', '2026-10-02T03:10:40Z'],
      ['2026-10-02T20:00:00Z', '2026-10-04T00:00:00Z'],
      ['2026-10-24T20:00:00Z', '2026-10-25T06:00:00Z'],
    ] as const)
      await addLog(email, start, end, {
        pauses: [{ startTime: start, endTime: new Date(Date.parse(start) + 90_000).toISOString() }],
      });
    const NUMBERS = ['workedMinutes', 'pauseMinutes', 'logs', 'autoClosed'];
    const rows = await rowsOf(`${MONTH}&by=day&person=${id}`);
    const { body } = await ada.institution.client.get(
      `/time-tracking/totals?email=${email}&from=2026-10-01&to=2026-11-01&by=day`,
    );
    const days = (body.data.periods as Record<string, unknown>[]).filter(({ logs }) => logs !== 0);
    expect(rows.map(({ day, ...row }) => [day, ...NUMBERS.map((name) => row[name])])).toEqual(
      days.map(({ start, ...day }) => [start, ...NUMBERS.map((name) => String(day[name]))]),
    );
    expect(rows).toHaveLength(6);
    const all = await rowsOf(`${MONTH}&by=day`);
    expect(all.filter(({ personId }) => personId === id)).toEqual(rows);
    expect(Object.keys(all[0] ?? {}).join()).toBe(
      'personId,name,email,code,day,workedMinutes,pauseMinutes,logs,autoClosed,workedSeconds,pauseSeconds',
    );
  });

  it('has exact seconds, whose sums are those of the hours, however short each part is', async () => {
    const { email, id } = await newMember({ name: 'Half minute' });
    for (const day of ['01', '02', '03']) {
      const pauses = [{ startTime: `2026-10-${day}T08:10:00Z`, endTime: `2026-10-${day}T08:10:20.500Z` }];
      await addLog(email, `2026-10-${day}T08:00:00Z`, `2026-10-${day}T08:30:51Z`, { pauses });
    }
    await ada.institution.client.post('/time-tracking/sessions/start', { email, at: '2026-10-05T06:00:00Z' });
    for (const by of ['', '&by=day']) {
      const rows = await rowsOf(`${MONTH}${by}&person=${id}`);
      const sum = (name: string) => rows.reduce((all, row) => all + Number(row[name]), 0);
      expect([sum('workedMinutes'), sum('workedSeconds'), sum('pauseSeconds')]).toEqual([90, 5_491.5, 61.5]);
    }
    const query = `email=${email}&from=2026-10-01&to=2026-11-01&by=month`;
    const { body } = await ada.institution.client.get(`/time-tracking/totals?${query}`);
    expect(body.data.workedMinutes).toBe(Math.floor(5_491.5 / 60));
  });

  it('has nothing that a spreadsheet runs', async () => {
    const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("https://evil.example","x")'];
    for (const note of hostile) {
      const { email, id } = await newMember({ name: `${note} name` });
      await addLog(email, '2026-10-01T08:00:00Z', '2026-10-01T09:00:00Z', { note });
      const [row] = await rowsOf(`${MONTH}&person=${id}`);
      expect([row?.name, row?.note]).toEqual([`'${note} name`, `'${note}`]);
    }
    for (const blank of [...' \u00a0\ufeff\u200b\u3000\u2028\u00ad\u180e\u3164', '\u2060\u202e']) {
      expect(csvRow([`${blank}=1+1`, `${blank}x=1`, blank])).toMatch(/^"?'[^=]*=1\+1"?,"?[^',]*x=1"?,[^']*\r\n$/su);
    }
    const { email, id } = await newMember({ name: 'a=b' });
    await addLog(email, '2026-10-01T08:00:00Z', '2026-10-01T09:00:00Z', { note: "'quoted', x-1" });
    expect(await rowsOf(`${MONTH}&person=${id}`)).toMatchObject([{ name: 'a=b', note: "'quoted', x-1" }]);
  });

  it('is for Excel in German where its address says so, or else the person has exported so last', async () => {
    const { email, id } = await newMember({ name: 'Semi; colon' });
    const pauses = [{ startTime: '2026-10-01T08:10:00Z', endTime: '2026-10-01T08:10:20.5Z' }];
    await addLog(email, '2026-10-01T08:00:00Z', '2026-10-01T08:30:51Z', { pauses, note: '1,5; 2026-10-01' });
    const read = async (more: string, who = visitor) => (await who.get(`${PATH}?${MONTH}&person=${id}${more}`)).text;
    const [plain, plainDays] = [await read(''), await read('&by=day')];
    const german = await read('&excel=de');
    expect(german.split('\r\n')[0]).toBe(plain.split('\r\n')[0]?.replaceAll(',', ';'));
    expect(parseCsv(german, ';')[1]?.map((cell, at) => (at === 4 ? 'id' : cell))).toEqual([
      ...[id, 'Semi; colon', email, '', 'id', '01.10.2026 10:00:00', '01.10.2026 10:30:51', '30', '0', 'false', 'api'],
      ...['1,5; 2026-10-01', 'UTC+02:00', 'UTC+02:00', '1830,5', '20,5', ''],
    ]);
    expect(parseCsv(await read('&by=day'), ';')[1]?.slice(4)).toEqual([
      ...['01.10.2026', '30', '0', '1', '0', '1830,5', '20,5'],
    ]);
    const another = await signedIn(system, ada);
    expect(await read('', another)).toBe(german);
    expect((await another.get(`${PATH}?excel=&by=day`)).headers.get('location')).toBe(
      `${PATH}?from=2026-10-01&to=2026-10-31&excel=&by=day`,
    );
    const { text } = await another.get(`/console/time-records?${MONTH}`);
    expect(text).toMatch(/name="excel" value="de"[^>]* checked> For Excel in German</);
    expect(text).toMatch(/href="[^"]*excel=de">Export CSV<.*href="[^"]*by=day&amp;excel=de">Export by day</s);
    const colleague = await signedIn(system, await newAdministrator(system, { institution: ada.institution }));
    expect(await read('', colleague)).toBe(plain);
    for (const fault of ['fr', 'DE']) expect((await visitor.get(`${PATH}?${MONTH}&excel=${fault}`)).status).toBe(400);
    expect((await visitor.get(`${PATH}?from=x&to=y&excel=`)).status).toBe(422);
    expect(await read('')).toBe(german);
    expect(await read('&excel=')).toBe(plain);
    expect(await read('&by=day', another)).toBe(plainDays);
  });

  it('leads to an address with a period, and refuses what it cannot be asked for', async () => {
    const { status, headers } = await visitor.get(`${PATH}?by=day`);
    expect([status, headers.get('location')]).toEqual([303, `${PATH}?from=2026-10-01&to=2026-10-31&by=day`]);
    for (const query of [`${MONTH}&by=day&show=all`, `${MONTH}&by=week`])
      expect((await visitor.get(`${PATH}?${query}`)).status).toBe(400);
    expect((await new Visitor(system.consoleUrl).get(`${PATH}?${MONTH}`)).status).toBe(303);
  });
});

/** Gives an institution people with a record in each hour of the year: the first one has so many, the others fewer. */
async function fill({ id }: TestInstitution, people: number, each: number, ofFirst = each): Promise<void> {
  await query(
    system.databases.url('directory'),
    `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, is_archived, revision, created_at, updated_at)
     SELECT $1, md5('r' || n)::uuid, n || '@r.example', n || '@r.example', 'Person ' || lpad(n::text, 4, '0'), false, false, gen_random_uuid(), now(), now()
     FROM generate_series(1, ${people}) AS n`,
    [id],
  );
  await query(
    system.databases.url('timetracking'),
    `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, note, auto_closed,
       revision, created_at, updated_at)
     SELECT $1, gen_random_uuid(), md5('r' || p)::uuid, at, at + interval '1 minute', at, '[]', '[]', 'api', repeat('x', 1900), false, gen_random_uuid(), at, at
     FROM generate_series(1, ${people}) AS p, generate_series(1, CASE p WHEN 1 THEN ${ofFirst} ELSE ${each} END) AS n,
       LATERAL (SELECT timestamptz '2026-01-01T06:00Z' + n * interval '1 hour' AS at) AS t`,
    [id],
  );
}
/** Begins an export of the year. */
const begin = async (of: Visitor) => {
  const headers = { cookie: `lyceum-console=${of.cookies.get('lyceum-console')}` };
  const { body } = await fetch(`${system.consoleUrl}${PATH}?from=2026-01-01&to=2026-12-31`, { headers });
  if (body === null) throw new Error('no file');
  return body.pipeThrough(new TextDecoderStream()).getReader();
};
/** What is left to read. */
async function restOf(reader: ReadableStreamDefaultReader<string>): Promise<string> {
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  return text;
}

it('an export has each record once of people who are renamed, and corrected, amid it', async () => {
  const administrator = await newAdministrator(system);
  const browser = await signedIn(system, administrator);
  // The first one has more than an answer holds, and all together more than buffers do.
  const [people, each, ofFirst] = [1_100, 6, 4_000];
  await fill(administrator.institution, people, each, ofFirst);
  const change = (service: 'directory' | 'timetracking', sql: string) =>
    query(system.databases.url(service), sql, [administrator.institution.id]);
  const reader = await begin(browser);
  let text = '';
  while (!text.includes('Person 0001')) text += (await reader.read()).value ?? '';
  await change(
    'directory',
    `UPDATE users SET name = CASE WHEN name < 'Person 0300' THEN 'Zoe ' ELSE 'Abe ' END || name
     WHERE institution_id = $1 AND (name < 'Person 0300' OR name > 'Person 0900')`,
  );
  await change(
    'timetracking',
    `WITH last AS (SELECT DISTINCT ON (user_id) id FROM time_records WHERE institution_id = $1 ORDER BY user_id, start_time DESC)
     UPDATE time_records AS r SET start_time = '2026-01-01T01:00Z', end_time = '2026-01-01T01:01Z', last_event_at = '2026-01-01T01:00Z'
     FROM last WHERE r.institution_id = $1 AND r.id = last.id`,
  );
  text += await restOf(reader);
  // No cell is quoted.
  const rows = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','));
  const byPerson = Map.groupBy(rows, ([personId]) => personId);
  expect([byPerson.size, new Set(rows.map(([, , , , recordId]) => recordId)).size, rows.length]).toEqual([
    people,
    (people - 1) * each + ofFirst,
    (people - 1) * each + ofFirst,
  ]);
  const names = rows.map(([, name]) => name);
  expect(names).toEqual(names.toSorted());
});

it('an export is broken off five seconds after the role was taken away', async () => {
  const { institution } = await newAdministrator(system);
  const administrator = await newAdministrator(system, { institution, roles: ['people'] });
  const browser = await signedIn(system, administrator);
  await fill(institution, 100, 120);
  const cut = await begin(browser);
  await cut.read();
  const { userId } = administrator;
  await institution.operator(AdministratorService.method.setAdministratorRoles, { userId, roles: [Role.AUDITOR] });
  system.clock.advance(5_000);
  await expect(restOf(cut)).rejects.toThrow();
});

it('an export ends when the session has ended', async () => {
  const administrator = await newAdministrator(system);
  const { institution, userId } = administrator;
  await newAdministrator(system, { institution });
  const browser = await signedIn(system, administrator);
  await fill(institution, 100, 120);
  // A session that goes on is asked for again, and the file is whole.
  const whole = await begin(browser);
  await whole.read();
  system.clock.advance(30_000);
  expect((await restOf(whole)).length).toBeGreaterThan(99 * 120 * 1_900);
  const cut = await begin(browser);
  await cut.read();
  await institution.operator(AdministratorService.method.removeAdministrator, { userId });
  system.clock.advance(30_000);
  await expect(restOf(cut)).rejects.toThrow();
});
