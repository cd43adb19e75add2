import { beforeEach, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { faultsIn, formOf, valueIn, words } from '../support/console/read-page.ts';
import type { Visitor } from '../support/console/visitor.ts';
import { changeSettings } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

const PATH = '/console/time-records';
const NIGHT = ['2026-10-01T20:00:30.250Z', '2026-10-02T04:00:00Z'] as const;

const system = await TestSystem.start();
let ada: TestAdministrator;
let visitor: Visitor;
let person = 0;
let email: string;
beforeEach(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
  await changeSettings(ada.institution, { timeTrackingTimezone: 'Europe/Berlin' });
  email = await newPerson('Busy Bee');
});

async function newPerson(name: string): Promise<string> {
  const { body } = await ada.institution.client.post('/users', { email: `p${++person}@example.org`, name });
  return body.data.email;
}
const addLog = async (startTime: string, endTime: string, more: object = {}): Promise<string> =>
  (await ada.institution.client.post('/time-tracking/logs', { email, startTime, endTime, ...more })).body.data.id;
const stored = async (id: string) =>
  (await ada.institution.client.get(`/time-tracking/logs/${id}?email=${email}`)).body.data;
/** A session that nobody ends: the next one closes it. */
async function forgotten(of: string, day: string): Promise<string> {
  const start = async (at: string) =>
    (await ada.institution.client.post('/time-tracking/sessions/start', { email: of, at })).body.data.id;
  const [id] = [await start(`${day}T07:00:00Z`), await start('2026-10-05T07:00:00Z')];
  await ada.institution.client.post('/time-tracking/sessions/stop', { email: of, at: '2026-10-05T08:00:00Z' });
  return id;
}
const send = async (path: string, fields: Record<string, string>) =>
  visitor.post(path, { ...formOf(await visitor.get(path)), reason: 'As the person says', ...fields });

describe('the days of a record', () => {
  it('are one; a time that is not after the start asks for the other one, and guesses nothing', async () => {
    const id = await addLog('2026-10-02T06:00:00Z', '2026-10-02T14:00:00Z');
    const path = `${PATH}/${id}`;
    expect(Object.keys(formOf(await visitor.get(path)))).not.toContain('end_date');
    const asked = await send(path, { start: '22:00', end: '6:00' });
    expect([asked.status, faultsIn(asked)]).toEqual([
      422,
      { end_date: 'The end is not after the start. If it was on the next day, that is 2026-10-03.' },
    ]);
    expect((await stored(id)).endTime).toBe('2026-10-02T14:00:00.000Z');
    const sent = await visitor.post(path, { ...formOf(asked), end_date: '2026-10-03' });
    expect([sent.status, await stored(id)]).toMatchObject([
      303,
      { startTime: '2026-10-02T20:00:00.000Z', endTime: '2026-10-03T04:00:00.000Z' },
    ]);
  });

  it('are two of a night, and a pause is on the one in which it lies', async () => {
    const id = await addLog(...NIGHT, {
      pauses: [{ startTime: '2026-10-01T23:30:00Z', endTime: '2026-10-02T00:00:00Z' }],
    });
    const path = `${PATH}/${id}`;
    expect(formOf(await visitor.get(path))).toMatchObject({
      ...{ date: '2026-10-01', start: '22:00', end_date: '2026-10-02', end: '06:00', pause_1_start: '01:30' },
    });
    expect(
      (await send(path, { pause_2_start: '23:00', pause_2_end: '23:15', pause_1_start: '', pause_1_end: '' })).status,
    ).toBe(303);
    expect(await stored(id)).toMatchObject({
      startTime: '2026-10-01T20:00:30.250Z',
      pauses: [{ startTime: '2026-10-01T21:00:00.000Z', endTime: '2026-10-01T21:15:00.000Z' }],
    });
    const moved = await send(path, { date: '2026-10-02', end_date: '2026-10-03' });
    expect([moved.status, (await stored(id)).pauses[0].startTime]).toEqual([303, '2026-10-02T21:00:00.000Z']);
  });

  it('are typed with each pause in a record of more than a day', async () => {
    const pauses = [{ startTime: '2026-10-02T10:00:00Z', endTime: '2026-10-02T11:00:00Z' }];
    const id = await addLog('2026-10-01T06:00:00Z', '2026-10-03T06:00:00Z', { pauses });
    const path = `${PATH}/${id}`;
    expect(valueIn(await visitor.get(path), 'pause_1_start')).toBe('2026-10-02T12:00:00');
    expect((await send(path, { pause_1_end: '2026-10-02T12:30' })).status).toBe(303);
    expect((await stored(id)).pauses).toMatchObject([{ endTime: '2026-10-02T10:30:00.000Z' }]);
  });

  it.each([
    [{ date: '' }, { date: 'Fill this in.' }],
    [{ date: '2026-02-30' }, { date: expect.stringContaining('date such as') }],
    [{ start: 'half past' }, { start: 'A time of day, such as 07:30.' }],
    [{ start: '24:00' }, { start: 'A time of day, such as 07:30.' }],
    [{ end: '' }, { end: 'Fill this in.' }],
    [{ pause_1_start: '09:00' }, { pause_1_end: 'Fill this in.' }],
  ])('of %j are refused, beside the field', async (fields, faults) => {
    const id = await addLog('2026-10-02T06:00:00Z', '2026-10-02T14:00:00Z');
    const answer = await send(`${PATH}/${id}`, fields);
    expect([answer.status, faultsIn(answer)]).toEqual([422, faults]);
    expect((await stored(id)).updatedAt).toBe((await stored(id)).createdAt);
  });
});

describe('when clocks change', () => {
  it('a time that exists twice is a choice, and one that does not exist a fault', async () => {
    const id = await addLog('2026-03-28T23:30:00Z', '2026-03-29T08:00:00Z');
    const path = `${PATH}/${id}`;
    const never = await send(path, { start: '02:30' });
    expect(faultsIn(never)).toEqual({
      start: 'This time doesn’t exist: the clocks go forward from 01:59 to 03:00.',
    });
    const twice = await addLog('2026-10-24T22:00:00Z', '2026-10-25T08:00:00Z');
    const asked = await send(`${PATH}/${twice}`, { end: '02:30' });
    expect(faultsIn(asked)).toEqual({ end_which: 'Choose one of these.' });
    const sent = await visitor.post(`${PATH}/${twice}`, { ...formOf(asked), end_which: 'second' });
    expect([sent.status, (await stored(twice)).endTime]).toEqual([303, '2026-10-25T01:30:00.000Z']);
  });
});

describe('the form', () => {
  it('has seconds behind a link alone, which are what is typed then', async () => {
    const id = await addLog(...NIGHT);
    const path = `${PATH}/${id}?exact=1`;
    expect((await visitor.get(`${PATH}/${id}`)).text).toContain(`href="${PATH}/${id}?exact=1"`);
    expect(formOf(await visitor.get(path))).toMatchObject({ start: '22:00:30', end: '06:00:00' });
    const sent = await send(path, { start: '22:00' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, path]);
    expect((await stored(id)).startTime).toBe('2026-10-01T20:00:00.000Z');
  });

  it('says what is worked as one types, and nothing while it cannot', async () => {
    const id = await addLog('2026-10-02T06:00:00Z', '2026-10-02T14:00:00Z');
    const fields = formOf(await visitor.get(`${PATH}/${id}`));
    const worked = async (more: Record<string, string>) =>
      words((await visitor.get(`${PATH}/${id}?${new URLSearchParams({ ...fields, ...more })}`)).text);
    expect(words((await visitor.get(`${PATH}/${id}`)).text)).toContain('8:00 worked ·');
    expect(await worked({ end: '17:15', pause_1_start: '12:00', pause_1_end: '12:45' })).toContain('8:30 worked ·');
    expect(await worked({ end: '1' })).toContain('No hours yet');
    expect(await worked({ pause_1_start: '12:45', pause_1_end: '12:00' })).toContain('No hours yet');
  });

  it('leads to the records to check before and after it, of the same filter', async () => {
    const other = await newPerson('Night Owl');
    const ids = [await forgotten(email, '2026-10-02'), await forgotten(other, '2026-10-03')];
    ids.push(await forgotten(await newPerson('Another'), '2026-10-04'));
    const filter = 'from=2026-10-01&to=2026-10-03&show=auto-closed';
    const list = await visitor.get(`${PATH}?${filter}`);
    const linkTo = (id: string | undefined) => `href="${PATH}/${id}?${filter.replaceAll('&', '&amp;')}"`;
    expect(list.text).toContain(linkTo(ids[1]));
    const links = async (id: string | undefined, query: string) => {
      const { text } = await visitor.get(`${PATH}/${id}?${query}`);
      return ['Previous', 'Next'].map((label) => new RegExp(`href="${PATH}/([^?"]+)[^>]*>${label}`).exec(text)?.[1]);
    };
    expect(await links(ids[1], filter)).toEqual([undefined, ids[0]]);
    expect(await links(ids[1], '')).toEqual([ids[2], ids[0]]);
    expect(await links(ids[0], `${filter}&person=${email}`)).toEqual([undefined, undefined]);
    const sent = await send(`${PATH}/${ids[0]}?${filter}`, { end: '16:00' });
    expect(sent.headers.get('location')).toBe(`${PATH}/${ids[0]}?${filter}`);
    expect(await links(ids[1], filter)).toEqual([undefined, undefined]);
  });
});

describe('the history of a record', () => {
  it('has old and new values, who, when, and why', async () => {
    const id = await forgotten(email, '2026-10-02');
    const sent = await send(`${PATH}/${id}`, {
      ...{ end: '16:30', pause_1_start: '12:00', pause_1_end: '12:30', reason: 'Says <b>so</b> herself' },
    });
    expect(sent.status).toBe(303);
    const page = await visitor.get(`${PATH}/${id}`);
    const history = words(page.text.split('id="changes"')[1] ?? '');
    expect(history).toMatch(
      /corrected a time record of Busy Bee End time before 2026-10-02 23:59:59 after 2026-10-02 16:30 Pauses before none after 2026-10-02 12:00 to 12:30 Reason: Says &lt;b&gt;so&lt;\/b&gt; herself Ada Lindqvist Administrator · Owner/,
    );
    expect(history).toMatch(
      /closed the session of Busy Bee automatically at the end of its day End time before none after 2026-10-02 23:59:59 .*Lyceum Automatically, at a request of test/,
    );
    const audit = words((await visitor.get(`/console/audit?record=${id}`)).text);
    expect(audit).toContain('before 2026-10-02 23:59:59 after 2026-10-02 16:30');
    expect(audit).toContain('Reason: Says');
  });
});
