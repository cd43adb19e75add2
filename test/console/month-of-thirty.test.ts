import { beforeAll, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { parseCsv } from '../support/console/csv.ts';
import { formOf } from '../support/console/read-page.ts';
import type { Answer, Visitor } from '../support/console/visitor.ts';
import type { TestClient } from '../support/test-client.ts';
import { changeSettings } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

const PATH = '/console/time-records';
const MONTHS = `${PATH}/closed-months`;
const PEOPLE = Array.from({ length: 30 }, (_, n) => ({ name: `Member ${n}`, email: `m${n}@x.example` }));
const FORGETFUL = [3, 7, 11];
const LEAVER = 5;

let ada: TestAdministrator;
let visitor: Visitor;
let client: TestClient;
let ids: readonly string[];
const system = await TestSystem.start();

beforeAll(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
  ({ client } = ada.institution);
  await changeSettings(ada.institution, { timeTrackingTimezone: 'Europe/Berlin' });
  const created = await Promise.all(PEOPLE.map((person) => client.post('/users', person)));
  ids = created.map(({ body }) => body.data.id);
});

const linksIn = ({ text }: Answer, end: RegExp) =>
  [...text.matchAll(new RegExp(`href="([^"]*${end.source})"`, 'g'))].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
const send = (n: number, path: string, body: object) =>
  client.post(`/time-tracking${path}`, { userId: ids[n], ...body });
const work = async (n: number, day: string, minutes: number) => {
  const start = Temporal.PlainDateTime.from(`2026-09-${day}T08:00:17`).toZonedDateTime('Europe/Berlin');
  const answer = await send(n, '/logs', {
    startTime: String(start.toInstant()),
    endTime: String(start.add({ minutes }).toInstant()),
  });
  expect(answer.status).toBe(201);
  return answer.body.data.id as string;
};

async function fileOf(path: string): Promise<string> {
  const cookie = `lyceum-console=${visitor.cookies.get('lyceum-console')}`;
  return (await fetch(new URL(path, system.consoleUrl), { headers: { cookie } })).text();
}

/** The seconds worked, by the address of whoever has any. */
function secondsIn(file: string): Record<string, number> {
  const [head = [], ...rows] = parseCsv(file);
  const [email, seconds] = [head.indexOf('email'), head.indexOf('workedSeconds')];
  const byEmail = Map.groupBy(rows, (row) => row[email] ?? '');
  return Object.fromEntries(
    [...byEmail].map(([each, own]) => [each, own.reduce((sum, row) => sum + Number(row[seconds]), 0)]),
  );
}

async function secondsOfApi(): Promise<Record<string, number>> {
  const found = await client.walk('/time-tracking/member-totals?from=2026-09-01&to=2026-10-01');
  const totals = found as unknown as readonly { userId: string; workedSeconds: number }[];
  const emailOf = new Map(ids.map((id, n) => [id, PEOPLE[n]?.email ?? '']));
  return Object.fromEntries(totals.map(({ userId, workedSeconds }) => [emailOf.get(userId), workedSeconds]));
}

it('a month of thirty people is mended, closed amid a correction, and handed over as the API has it', async () => {
  const days = ['01', '02', '09', '16', '24'];
  const logs = await Promise.all(ids.map((_, n) => Promise.all(days.map((day) => work(n, day, 300 + 7 * n)))));
  for (const n of FORGETFUL) {
    await send(n, '/sessions/start', { at: '2026-09-28T06:30:00Z' });
    await send(n, '/sessions/start', { at: '2026-09-29T06:30:00Z' });
    await send(n, '/sessions/stop', { at: '2026-09-29T14:30:00Z' });
  }
  expect((await client.patch(`/users/${ids[LEAVER]}`, { isArchived: true }, { ifMatch: '*' })).status).toBe(200);

  // What is left to do becomes empty: two evenings are corrected, one was so.
  const list = `${PATH}?from=2026-09-01&to=2026-09-30&show=auto-closed`;
  const forgotten = new Set(linksIn(await visitor.get(list), /time-records\/[0-9a-f-]{36}\?[^"]*/));
  expect(forgotten.size).toBe(FORGETFUL.length);
  for (const [index, record] of [...forgotten].entries()) {
    const page = await visitor.get(record);
    const [confirm = ''] = linksIn(page, /\/confirm\?[^"]*/);
    const sent =
      index === 0
        ? await visitor.submit(confirm, formOf(await visitor.get(confirm)))
        : await visitor.submit(record, { ...formOf(page), end: '16:30', reason: 'Asked them' });
    expect(sent.status).toBe(303);
  }
  expect(linksIn(await visitor.get(list), /time-records\/[0-9a-f-]{36}\?[^"]*/)).toEqual([]);

  const changed = logs[9]?.[1];
  const [closed, corrected] = await Promise.all([
    visitor.submit(`${PATH}/close-month`, { month: '2026-09', group: '' }),
    client.patch(
      `/time-tracking/logs/${changed}`,
      { userId: ids[9], endTime: '2026-09-02T15:00:00Z' },
      { ifMatch: '*' },
    ),
  ]);
  expect(closed.status).toBe(303);
  expect([200, 409]).toContain(corrected.status);
  if (corrected.status === 409) expect(corrected.body.closedThrough).toBe('2026-09-30');

  const [path = ''] = linksIn(await visitor.get(MONTHS), /\/export\?excel=/);
  const file = await fileOf(path);
  const expected = await secondsOfApi();
  expect(Object.keys(expected)).toHaveLength(PEOPLE.length);
  expect(secondsIn(file)).toEqual(expected);

  // What comes later changes nothing of it.
  for (const at of ['2026-09-22T06:00:00Z', '2026-09-22T14:00:00Z'])
    expect((await send(2, `/sessions/${at.includes('T06') ? 'start' : 'stop'}`, { at })).body.closedThrough).toBe(
      '2026-09-30',
    );
  const late = await client.patch(`/time-tracking/logs/${changed}`, { userId: ids[9], note: 'Late' }, { ifMatch: '*' });
  expect([late.status, late.body.closedThrough]).toEqual([409, '2026-09-30']);
  const items = [{ userId: ids[4], startTime: '2026-09-30T06:00:00Z', endTime: '2026-09-30T07:00:00Z' }];
  const bulk = await client.post('/time-tracking/logs/bulk', { items });
  expect(JSON.stringify(bulk.body)).toContain('2026-09-30');
  expect(await fileOf(path)).toBe(file);
  expect(await secondsOfApi()).toEqual(expected);
});
