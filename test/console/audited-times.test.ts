import { expect, it } from 'vitest';
import type { AuditRecord } from '../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { AuditService } from '../../proto/gen/lyceum/timetracking/v1/audit_pb.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { formOf, words } from '../support/console/read-page.ts';
import { changeSettings } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

/** Each writer of time records leaves in the audit log what their times were before, whose they are, and no text. */
const system = await TestSystem.start();
const ada = await newAdministrator(system);
const visitor = await signedIn(system, ada);
const { client, operator } = ada.institution;
await changeSettings(ada.institution, { timeTrackingTimezone: 'UTC' });

let people = 0;
async function newPerson(name = `Person ${++people}`) {
  const { body } = await client.post('/users', { email: `of-${++people}@example.org`, name });
  return body.data as { readonly id: string; readonly email: string };
}

/** The changes of a record, the latest first, each as the values that it has changed. */
async function changesOf(resourceId: string | undefined) {
  const { records } = await operator(AuditService.method.listAuditRecords, { page: { size: 50 }, resourceId });
  return records.map((record) => ({ record, changes: valuesOf(record) }));
}
function valuesOf({ changes }: AuditRecord) {
  const read = (json: string | undefined) => (json === undefined ? undefined : JSON.parse(json));
  return Object.fromEntries(changes.map(({ name, before, after }) => [name, [read(before), read(after)]]));
}
const at = (time: string) => `2026-10-01T${time}:00+00:00`;
const punch = async (what: string, email: string, time: string) =>
  client.post(`/time-tracking/sessions/${what}`, { email, at: time.includes('T') ? time : `2026-10-01T${time}:00Z` });

it('punches, the API and the console', async () => {
  const { id: userId, email } = await newPerson();
  const { id } = (await punch('start', email, '08:00')).body.data;
  for (const [what, time] of [
    ['pause', '12:00'],
    ['resume', '12:30'],
    ['stop', '16:00'],
  ] as const)
    expect((await punch(what, email, time)).status).toBe(200);
  const patch = (change: object) => client.patch(`/time-tracking/logs/${id}`, { userId, ...change }, { ifMatch: '*' });
  expect((await patch({ endTime: '2026-10-01T17:00:00Z', note: 'Ill since noon' })).status).toBe(200);
  expect((await patch({ note: 'Text alone' })).status).toBe(200);
  const form = `/console/time-records/${id}`;
  const fields = { ...formOf(await visitor.get(form)), pause_1_start: '', pause_1_end: '', reason: 'No pause' };
  expect((await visitor.post(form, fields)).status).toBe(303);
  const all = await changesOf(id);
  const pause = (end: string | null) => [
    { start: '2026-10-01T12:00:00.000Z', end: end && `2026-10-01T${end}:00.000Z` },
  ];
  expect(all.map(({ changes }) => changes)).toEqual([
    { pauses: [pause('12:30'), []] },
    {},
    { endTime: [at('16:00'), at('17:00')] },
    { endTime: [null, at('16:00')] },
    { pauses: [pause(null), pause('12:30')] },
    { pauses: [[], pause(null)] },
    {
      startTime: [undefined, at('08:00')],
      endTime: [undefined, null],
      pauses: [undefined, []],
      autoClosed: [undefined, false],
    },
  ]);
  expect(all.map(({ record }) => record.reason)).toEqual(['No pause', ...Array(6).fill(undefined)]);
  expect(all.map(({ record }) => record.userId)).toEqual(Array(7).fill(userId));
  expect(JSON.stringify(all.map(({ changes }) => changes))).not.toMatch(/Ill|Text/);
});

it.each(['start', 'pause', 'resume', 'stop'] as const)(
  'an automatic close, told as such, when the next punch is %s',
  async (what) => {
    const { email } = await newPerson(`Forgetful ${what}`);
    const { id } = (await punch('start', email, '08:00')).body.data;
    await punch(what, email, '2026-10-03T08:00:00Z');
    const [closed] = await changesOf(id);
    expect(closed?.changes).toEqual({
      endTime: [null, '2026-10-01T23:59:59.999+00:00'],
      autoClosed: [false, true],
    });
    const { text } = await visitor.get(`/console/audit?record=${id}`);
    expect(words(text)).toContain(
      `Lyceum Automatically, at a request of test closed the session of Forgetful ${what} automatically at the end of its day`,
    );
  },
);

it('a bulk, as one sentence for each person', async () => {
  const [bee, owl] = [await newPerson('Busy Bee'), await newPerson('Busy Bee')];
  const logs = [bee, owl, bee, bee].map(({ id: userId }, day) => ({
    ...{ userId, startTime: `2026-09-0${day + 1}T08:00:00Z`, endTime: `2026-09-0${day + 1}T09:00:00Z` },
  }));
  const { body, headers } = await client.post('/time-tracking/logs/bulk', { items: logs });
  const ids: string[] = body.data.created.map(({ log }: { log: { id: string } }) => log.id);
  const [made] = await changesOf(ids[0]);
  expect(made?.changes.endTime).toEqual([undefined, '2026-09-01T09:00:00+00:00']);
  const { text } = await visitor.get('/console/audit?kind=time_record');
  const told = text
    .split('<li><time')
    .filter((row) => row.includes(headers.get('x-request-id') ?? ''))
    .map((row) => /<b>(.*?)<\/b>/.exec(row)?.[1]);
  expect(told.toSorted()).toEqual(['added 3 time records of Busy Bee', 'added a time record of Busy Bee']);
  for (const id of ids) expect(text).toContain(id);
});

it('the latest of a record with the most pauses, changed again and again, comes in pages of a bounded size', async () => {
  const { id: userId } = await newPerson();
  const minute = (n: number) => new Date(Date.UTC(2026, 8, 10) + n * 60_000).toISOString();
  const pauses = Array.from({ length: 200 }, (_, n) => ({ startTime: minute(n * 2), endTime: minute(n * 2 + 1) }));
  const body = { userId, startTime: minute(0), endTime: minute(500), pauses };
  const { id } = (await client.post('/time-tracking/logs', body)).body.data;
  for (let n = 0; n < 100; n++)
    await client.patch(`/time-tracking/logs/${id}`, { userId, pauses: n % 2 ? pauses : [] }, { ifMatch: '*' });
  const { records, next } = await operator(AuditService.method.listAuditRecords, {
    page: { size: 200 },
    resourceId: id,
  });
  expect(records.length).toBeGreaterThan(10);
  expect(records.length).toBeLessThan(101);
  const rest = await operator(AuditService.method.listAuditRecords, {
    page: { size: 200, ...(next && { after: next }) },
    resourceId: id,
  });
  expect(records.length + rest.records.length).toBe(101);
  expect(words((await visitor.get(`/console/time-records/${id}`)).text)).toContain('and 190 more');
});

it('an administrator of integrations reads none of it', async () => {
  const it = await newAdministrator(system, {
    institution: ada.institution,
    name: 'Ida Tech',
    roles: ['integrations'],
  });
  const tech = await signedIn(system, it);
  expect((await tech.get('/console/audit?kind=time_record')).status).toBe(403);
  const actor = { kind: 'administrator', institutionId: ada.institution.id, userId: it.userId, name: it.name } as const;
  const call = system.call({ ...actor, sessionId: it.userId, roles: ['integrations'] });
  await expect(call(AuditService.method.listAuditRecords, { page: { size: 1 } })).rejects.toMatchObject({
    code: 'ROLE_MISSING',
  });
});
