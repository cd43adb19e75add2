import { beforeEach, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { alertIn, eventsOf, faultsIn, formOf, rowsIn, valueIn, words } from '../support/console/read-page.ts';
import { type Answer, hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { changeSettings } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

const PATH = '/console/time-records';

let ada: TestAdministrator;
let visitor: Visitor;
let colleague: Visitor;
const system = await TestSystem.start();
beforeEach(async () => {
  ada = await newAdministrator(system);
  const grace = await newAdministrator(system, { institution: ada.institution, name: 'Grace Hopper' });
  [visitor, colleague] = await Promise.all([signedIn(system, ada), signedIn(system, grace)]);
  await changeSettings(ada.institution, { timeTrackingTimezone: 'Europe/Berlin' });
  const { body } = await ada.institution.client.post('/users', {
    email: 'bee@example.org',
    name: 'Busy Bee',
    code: 'BEE-1',
  });
  bee = body.data;
});
let bee: { readonly id: string; readonly email: string };

/** The names in the list of records, without the hours above it. */
const recordsIn = ({ text, ...answer }: Answer) =>
  rowsIn({ ...answer, text: text.slice(text.indexOf('aria-label="Time records, table"')) });
const chosenIn = ({ text }: Answer, name: string) =>
  /<option value="([^"]*)" selected>/.exec(
    new RegExp(`<select [^>]*name="${name}".*?</select>`, 's').exec(text)?.[0] ?? '',
  )?.[1];

type Log = Record<string, unknown> & { readonly id: string };
const addLog = async (startTime: string, endTime: string, more: object = {}): Promise<Log> =>
  (await ada.institution.client.post('/time-tracking/logs', { email: bee.email, startTime, endTime, ...more })).body
    .data;
const stored = async (id: string): Promise<Log> =>
  (await ada.institution.client.get(`/time-tracking/logs/${id}?email=${bee.email}`)).body.data;
const clockIn = async (at: string): Promise<Log> =>
  (await ada.institution.client.post('/time-tracking/sessions/start', { email: bee.email, at })).body.data;
const feed = (id: string) => eventsOf(ada.institution.client, id);

describe('the list', () => {
  it('leads to an address with the present month', async () => {
    const answer = await visitor.get(`${PATH}?person=BEE-1`);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `${PATH}?from=2026-10-01&to=2026-10-31&person=BEE-1`,
    ]);
  });

  it('has the records that overlap the days, whole, and totals of the parts within', async () => {
    await addLog('2026-10-01T20:00:00Z', '2026-10-02T00:30:00Z');
    await addLog('2026-10-02T08:00:00Z', '2026-10-02T09:00:00Z', {
      pauses: [{ startTime: '2026-10-02T08:10:00Z', endTime: '2026-10-02T08:20:00Z' }],
    });
    await addLog('2026-10-03T22:00:00Z', '2026-10-03T23:00:00Z');
    const page = await visitor.get(`${PATH}?from=2026-10-02&to=2026-10-03&person=${bee.id}`);
    const [hours = '', records = ''] = page.text.split('aria-label="Time records, table"');
    expect(words(records)).toMatch(
      /Friday, 2 Oct 2026 Busy Bee 10:00–11:00 0:50 0:10 Added by a system.*Thursday, 1 Oct 2026 Busy Bee 22:00–02:30 2 Oct 4:30 0:00/,
    );
    expect(words(records)).not.toContain('4 Oct');
    expect(words(hours)).toMatch(/Busy Bee 3:20 3:20 Sum 3: 20 3:20/);
    const { body } = await ada.institution.client.get(
      `/time-tracking/totals?email=${bee.email}&from=2026-10-02&to=2026-10-04`,
    );
    expect(body.data).toMatchObject({ workedMinutes: 200, pauseMinutes: 10, logs: 2 });
    expect(words((await visitor.get(`${PATH}?from=2026-08-02&to=2026-10-03`)).text)).toMatch(
      /Totals.*Busy Bee 5:20 0:10 2 0/,
    );
  });

  it('shows open sessions whenever they began, and what was closed automatically', async () => {
    await clockIn('2026-10-03T07:00:00Z');
    await clockIn('2026-10-04T07:00:00Z');
    const shown = async (show: string) =>
      recordsIn(await visitor.get(`${PATH}?from=2026-10-01&to=2026-10-31&show=${show}`)).length;
    expect([
      await shown('all'),
      await shown('open'),
      await shown('open-before-today'),
      await shown('auto-closed'),
    ]).toEqual([2, 1, 1, 1]);
    const none = await visitor.get(`${PATH}?from=2025-10-01&to=2025-10-31&show=open`);
    expect(words(none.text)).toMatch(/4 Oct 2026 Busy Bee 09:00– Clocked in/);
    await ada.institution.client.post('/time-tracking/sessions/stop', { email: bee.email, at: '2026-10-04T08:00:00Z' });
    await clockIn('2026-10-05T07:00:00Z');
    expect([await shown('open'), await shown('open-before-today')]).toEqual([1, 0]);
  });

  it('of a period has its 366 days', async () => {
    expect((await visitor.get(`${PATH}?from=2026-10-01&to=2027-10-01`)).status).toBe(200);
  });

  it.each(['bee@example.org', 'BEE@EXAMPLE.ORG', 'bee-1'])(
    'finds the person %s, also an archived one',
    async (person) => {
      await addLog('2026-10-02T08:00:00Z', '2026-10-02T09:00:00Z');
      await ada.institution.client.patch(`/users/${bee.id}`, { isArchived: true }, { ifMatch: '*' });
      expect(
        recordsIn(await visitor.get(`${PATH}?from=2026-10-01&to=2026-10-31&person=${encodeURIComponent(person)}`)),
      ).toEqual(['Busy Bee']);
    },
  );
});

describe('a record that is added', () => {
  const fields = {
    person: 'bee@example.org',
    start: '2026-10-02T08:00:00',
    end: '2026-10-02T16:30:00',
    pause_1_start: '2026-10-02T12:00',
    pause_1_end: '2026-10-02T12:30',
    note: 'Forgot\r\nthe badge',
  };

  it('is one of the API with the source console', async () => {
    const sent = await visitor.submit(`${PATH}/add`, fields);
    expect(sent.status).toBe(303);
    expect((await visitor.follow(sent)).text).toContain('The record was added.');
    const id = sent.headers.get('location')?.split('/').at(-1) ?? '';
    expect(await stored(id)).toMatchObject({
      startTime: '2026-10-02T06:00:00.000Z',
      endTime: '2026-10-02T14:30:00.000Z',
      pauses: [{ startTime: '2026-10-02T10:00:00.000Z', endTime: '2026-10-02T10:30:00.000Z' }],
      note: 'Forgot\nthe badge',
      source: 'console',
      workedMinutes: 480,
    });
    await expect.poll(() => feed(id)).toEqual([['log.created', 'administrator', ada.userId]]);
    expect(words((await visitor.get(`/console/audit?record=${id}`)).text)).toContain('added a time record of Busy Bee');
  });

  it('ends after its start and its pauses', async () => {
    const order = await visitor.submit(`${PATH}/add`, { ...fields, end: '2026-10-02T07:00' });
    expect(faultsIn(order)).toEqual({ end: 'Must be after start.' });
    const pause = await visitor.submit(`${PATH}/add`, { ...fields, pause_1_end: '2026-10-02T18:00' });
    expect(faultsIn(pause)).toEqual({ pause_1_end: 'Must not be after the end of the log.' });
  });

  it('does not overlap: the other record stands beside the start', async () => {
    const { id } = await addLog('2026-10-02T06:00:00Z', '2026-10-02T07:00:00Z');
    const { text, status } = await visitor.submit(`${PATH}/add`, fields);
    expect(status).toBe(422);
    expect(text).toMatch(
      new RegExp(
        `id="start-fault">Overlaps the record of <a href="${PATH}/${id}">2026-10-02 08:00 to 2026-10-02 09:00</a>`,
      ),
    );
  });

  it('of an archived person, or while time tracking is off, is refused', async () => {
    await ada.institution.client.patch(`/users/${bee.id}`, { isArchived: true }, { ifMatch: '*' });
    expect(faultsIn(await visitor.submit(`${PATH}/add`, fields))).toEqual({ person: 'Busy Bee is archived.' });
    await ada.institution.client.patch(`/users/${bee.id}`, { isArchived: false }, { ifMatch: '*' });
    await changeSettings(ada.institution, { timeTrackingEnabled: false });
    const off = await visitor.submit(`${PATH}/add`, fields);
    expect([off.status, faultsIn(off).start]).toEqual([422, 'Time tracking is switched off for the institution.']);
    expect(recordsIn(await visitor.get(`${PATH}?from=2026-10-01&to=2026-10-31`))).toEqual([]);
  });

  it('is asked which of two equal times it means, and refused for one that does not exist', async () => {
    const twice = { ...fields, start: '2026-10-25T02:30', end: '2026-10-25T09:00', pause_1_start: '', pause_1_end: '' };
    const asked = await visitor.submit(`${PATH}/add`, twice);
    expect([asked.status, faultsIn(asked)]).toEqual([422, { start_which: 'Choose one of these.' }]);
    expect(asked.text).toMatch(/<label for="start_which">Start occurs twice<\/label>/);
    expect(words(asked.text)).toContain('First (UTC+02:00) Second (UTC+01:00)');
    const sent = await visitor.submit(`${PATH}/add`, { ...twice, start_which: 'second' });
    const id = sent.headers.get('location')?.split('/').at(-1) ?? '';
    expect(await stored(id)).toMatchObject({ startTime: '2026-10-25T01:30:00.000Z' });
    const shown = await visitor.get(`${PATH}/${id}`);
    expect([valueIn(shown, 'start'), chosenIn(shown, 'start_which')]).toEqual(['02:30', 'second']);
    const never = await visitor.submit(`${PATH}/add`, { ...fields, start: '2026-03-29T02:30' });
    expect(faultsIn(never).start).toBe('This time doesn’t exist: the clocks go forward from 01:59 to 03:00.');
  });
});

describe('a record that is corrected', () => {
  const TIMES = ['2026-10-02T06:00:00.123Z', '2026-10-02T14:00:00.456Z'] as const;
  const PAUSE = { startTime: '2026-10-02T10:00:00.789Z', endTime: '2026-10-02T10:30:00.012Z' };

  it('changes in what was typed alone: milliseconds stay, an emptied pause goes, a source stays', async () => {
    const { id } = await addLog(...TIMES, { pauses: [PAUSE], note: 'One\nTwo' });
    const path = `${PATH}/${id}`;
    const page = await visitor.get(path);
    expect(formOf(page)).toMatchObject({
      ...{ date: '2026-10-02', start: '08:00', end: '16:00', pause_1_start: '12:00', pause_2_start: '', reason: '' },
    });
    const idle = await visitor.post(path, { ...formOf(page), note: 'One\r\nTwo', start: '8:00' });
    expect([idle.status, (await stored(id)).updatedAt === (await stored(id)).createdAt]).toEqual([303, true]);

    const longer = { ...formOf(page), end: '17:00', note: 'One\r\nTwo' };
    const silent = await visitor.post(path, longer);
    expect([silent.status, faultsIn(silent)]).toEqual([422, { reason: 'Fill this in.' }]);
    expect((await visitor.post(path, { ...longer, reason: 'Stayed longer' })).status).toBe(303);
    expect(await stored(id)).toMatchObject({
      startTime: TIMES[0],
      endTime: '2026-10-02T15:00:00.000Z',
      pauses: [PAUSE],
      note: 'One\nTwo',
      source: 'api',
    });

    const two = {
      ...formOf(await visitor.get(path)),
      pause_2_start: '14:00',
      pause_2_end: '14:10',
      note: '',
      reason: 'Two pauses',
    };
    expect((await visitor.post(path, two)).status).toBe(303);
    expect((await stored(id)).pauses).toEqual([
      PAUSE,
      { startTime: '2026-10-02T12:00:00.000Z', endTime: '2026-10-02T12:10:00.000Z' },
    ]);
    expect((await stored(id)).note).toBeNull();

    const one = { ...formOf(await visitor.get(path)), pause_1_start: '', pause_1_end: '', reason: 'One pause' };
    expect((await visitor.post(path, one)).status).toBe(303);
    expect(valueIn(await visitor.get(path), 'pause_1_start')).toBe('14:00');
    await expect.poll(async () => (await feed(id)).length).toBe(4);
    expect((await feed(id)).at(-1)).toEqual(['log.updated', 'administrator', ada.userId]);
  });

  it('with a fault keeps the names of its fields', async () => {
    const { id } = await addLog(...TIMES, { pauses: [PAUSE] });
    const page = { ...formOf(await visitor.get(`${PATH}/${id}`)), reason: 'Wrong' };
    const answer = await visitor.post(`${PATH}/${id}`, {
      ...page,
      pause_1_start: '',
      pause_1_end: '',
      pause_2_start: '14:00',
      pause_2_end: '13:00',
    });
    expect(faultsIn(answer)).toEqual({ pause_2_end: 'Must be after the pause&#39;s start.' });
    expect([valueIn(answer, 'pause_1_start'), valueIn(answer, 'pause_2_start')]).toEqual(['', '14:00']);
    const half = await visitor.post(`${PATH}/${id}`, { ...page, pause_1_end: '' });
    expect(faultsIn(half)).toEqual({ pause_1_end: 'Fill this in.' });
    expect((await stored(id)).pauses).toEqual([PAUSE]);
  });

  it('does not overlap another one', async () => {
    const { id } = await addLog(...TIMES);
    const other = await addLog('2026-10-02T15:00:00Z', '2026-10-02T16:00:00Z');
    const page = formOf(await visitor.get(`${PATH}/${id}`));
    const { text, status } = await visitor.post(`${PATH}/${id}`, { ...page, end: '17:30', reason: 'Longer' });
    expect([status, text.includes(`<a href="${PATH}/${other.id}">2026-10-02 17:00 to 2026-10-02 18:00</a>`)]).toEqual([
      422,
      true,
    ]);
  });
});

describe('an open session', () => {
  it('is ended at a given time, once', async () => {
    const { id } = await clockIn('2026-10-05T06:00:00Z');
    expect((await visitor.get(`${PATH}/${id}`)).text).toContain('End session');
    const path = `${PATH}/${id}/end`;
    const page = await visitor.get(path);
    const [first, second] = [formOf(page), formOf(await colleague.get(path))];
    expect(first.end).toBe('2026-10-05T10:00:00');
    const late = await visitor.post(path, { ...first, end: '2026-10-06T00:00' });
    expect([late.status, faultsIn(late).end]).toEqual([
      422,
      'Must be after 2026-10-05 08:00:00 and at the latest 2026-10-05 23:59:59.',
    ]);
    const sent = await visitor.post(path, { ...first, end: '2026-10-05T09:30:15' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${PATH}/${id}`]);
    expect(await stored(id)).toMatchObject({
      endTime: '2026-10-05T07:30:15.000Z',
      source: 'session',
      autoClosed: false,
    });
    await expect
      .poll(() => feed(id))
      .toEqual([
        ['session.started', 'integration', expect.any(String)],
        ['session.stopped', 'administrator', ada.userId],
      ]);
    const stale = await colleague.post(path, { ...second, end: '2026-10-05T09:45' });
    expect([stale.status, alertIn(stale)]).toEqual([
      409,
      expect.stringMatching(new RegExp(`${ada.name} changed this record.*End: now 2026-10-05 09:30`)),
    ]);
    expect(await stored(id)).toMatchObject({ endTime: '2026-10-05T07:30:15.000Z' });
    const closed = await visitor.get(path);
    expect([closed.status, closed.headers.get('location')]).toEqual([303, `${PATH}/${id}`]);
  });

  it('is not ended unseen after somebody has begun a pause', async () => {
    const { id } = await clockIn('2026-10-05T06:00:00Z');
    const path = `${PATH}/${id}/end`;
    const page = formOf(await visitor.get(path));
    await ada.institution.client.post('/time-tracking/sessions/pause', {
      email: bee.email,
      at: '2026-10-05T07:00:00Z',
    });
    const stale = await visitor.post(path, { ...page, end: '2026-10-05T09:30' });
    expect([stale.status, alertIn(stale)]).toEqual([409, expect.stringContaining('Pauses: now paused')]);
    expect((await visitor.post(path, { ...hiddenIn(stale), end: '2026-10-05T08:59' })).status).toBe(422);
    expect((await visitor.post(path, { ...hiddenIn(stale), end: '2026-10-05T09:30' })).status).toBe(303);
  });

  it('of an archived person is ended and corrected, and the API reads it by the id', async () => {
    const { client } = ada.institution;
    const { id } = await clockIn('2026-10-05T06:00:00Z');
    await client.patch(`/users/${bee.id}`, { isArchived: true }, { ifMatch: '*' });
    const path = `${PATH}/${id}`;
    const end = async (at: string) =>
      (await visitor.post(`${path}/end`, { ...formOf(await visitor.get(`${path}/end`)), end: at })).status;
    expect([await end('2026-10-05T07:00'), await end('2026-10-05T09:00')]).toEqual([422, 303]);
    const page = await visitor.get(path);
    expect(page.text).toContain('Busy Bee</a>, archived');
    expect((await visitor.post(path, { ...formOf(page), end: '09:30', reason: 'Left later' })).status).toBe(303);
    const log = (naming: string) => client.get(`/time-tracking/logs/${id}?${naming}`);
    expect((await log(`userId=${bee.id}`)).body.data).toMatchObject({ workedMinutes: 90 });
    expect((await log(`email=${bee.email}`)).status).toBe(404);
  });
});
