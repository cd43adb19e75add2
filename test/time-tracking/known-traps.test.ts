import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestSystem } from '../support/test-system.ts';
import { must } from './member.ts';
import { type School, schoolIn } from './school-in.ts';

/**
 * Faults that time tracking is known for, each by its name: days and their ends. Instants are written in the zone of
 * the school.
 */
let system: TestSystem;
let berlin: School;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  // Behind all punches of this file: they are near real time, or before it.
  system.clock.set('2026-12-01T00:00:00.000Z');
  berlin = await schoolIn(system, 'Europe/Berlin');
});
afterAll(() => system.stop());

describe('the day is the institution’s', () => {
  it('a punch after local midnight closes, though the day in UTC is the same', async () => {
    const member = await berlin.newMember();
    must(201, await member.start('2026-10-05T23:30:00+02:00'));
    const { data } = must(201, await member.start('2026-10-06T00:30:00+02:00')).body;
    expect(data.closedActiveSession.endTime).toBe('2026-10-05T21:59:59.999Z');
  });

  it('a punch before local midnight closes nothing, though the day in UTC is another', async () => {
    const member = await (await schoolIn(system, 'America/St_Johns')).newMember();
    must(201, await member.start('2026-10-05T19:00:00-02:30'));
    must(200, await member.pause('2026-10-05T22:30:00-02:30'));
    expect(must(200, await member.stop('2026-10-05T23:59:59.999-02:30')).body.data).toMatchObject({
      endTime: '2026-10-06T02:29:59.999Z',
      autoClosed: false,
    });
  });

  it('is that of UTC when no zone is set', async () => {
    const member = await (await schoolIn(system, null)).newMember();
    must(201, await member.start('2026-10-05T23:30:00Z'));
    expect(must(200, await member.stop('2026-10-06T00:00:00Z')).body.data.endTime).toBe('2026-10-05T23:59:59.999Z');
  });

  it.each([
    ['Pacific/Kiritimati', '2026-10-05T09:00:00+14:00', '2026-10-05T09:59:59.999Z'],
    ['Asia/Kathmandu', '2026-10-05T09:00:00+05:45', '2026-10-05T18:14:59.999Z'],
    ['Europe/Berlin', '2026-03-29T00:00:00+01:00', '2026-03-29T21:59:59.999Z'],
    ['Europe/Berlin', '2026-10-25T00:00:00+02:00', '2026-10-25T22:59:59.999Z'],
    ['Australia/Lord_Howe', '2026-04-05T00:00:00+11:00', '2026-04-05T13:29:59.999Z'],
    ['America/Sao_Paulo', '2018-11-03T23:00:00-03:00', '2018-11-04T02:59:59.999Z'],
    ['America/Sao_Paulo', '2018-11-04T01:00:00-02:00', '2018-11-05T01:59:59.999Z'],
    ['America/Sao_Paulo', '2018-02-17T23:30:00-02:00', '2018-02-18T02:59:59.999Z'],
    ['America/Havana', '2026-11-01T00:30:00-04:00', '2026-11-02T04:59:59.999Z'],
    ['America/Havana', '2026-11-01T00:30:00-05:00', '2026-11-02T04:59:59.999Z'],
    ['Asia/Beirut', '2022-03-26T23:59:59.998+02:00', '2022-03-26T21:59:59.999Z'],
    ['Pacific/Apia', '2011-12-29T09:00:00-10:00', '2011-12-30T09:59:59.999Z'],
  ])('ends in %s for a start at %s at %s', async (zone, start, end) => {
    const member = await (await schoolIn(system, zone)).newMember();
    must(201, await member.start(start));
    expect((await member.pause(end)).status).toBe(200);
    const next = new Date(Date.parse(end) + 1).toISOString();
    const { closedActiveSession } = must(409, await member.resume(next)).body;
    expect(closedActiveSession).toMatchObject({ endTime: end, autoClosed: true });
  });

  it('is that of the zone at the moment of closing, when the zone has changed', async () => {
    const school = await schoolIn(system, 'UTC');
    const member = await school.newMember();
    must(201, await member.start('2026-10-05T10:00:00Z'));
    must(200, await member.pause('2026-10-05T11:00:00Z'));
    must(200, await member.resume('2026-10-05T16:00:00Z'));
    must(200, await member.pause('2026-10-05T23:30:00Z'));
    await school.moveTo('Asia/Tokyo');
    // In Tokyo the start day has ended at 15:00 UTC, within the first pause.
    const { closedActiveSession } = must(409, await member.resume('2026-10-05T23:45:00Z')).body;
    expect(closedActiveSession).toMatchObject({
      endTime: '2026-10-05T14:59:59.999Z',
      pauses: [{ startTime: '2026-10-05T11:00:00.000Z', endTime: '2026-10-05T14:59:59.999Z' }],
      durationMinutes: 299,
      pauseMinutes: 239,
      workedMinutes: 60,
    });
  });

  it('is over for a punch before the session’s last event too, when the zone has changed (reading: the day’s end comes first)', async () => {
    const school = await schoolIn(system, 'UTC');
    for (const punch of ['stop', 'resume', 'pause', 'timestamp'] as const) {
      await school.moveTo('UTC');
      const member = await school.newMember();
      must(201, await member.start('2026-10-05T10:00:00Z'));
      must(200, await member.pause('2026-10-05T23:30:00Z'));
      await school.moveTo('Asia/Tokyo');
      must(punch === 'stop' ? 200 : 409, await member[punch]('2026-10-05T23:20:00Z'));
      expect(await member.state()).toMatchObject({
        logs: [{ endTime: '2026-10-05T14:59:59.999Z', pauses: [], workedMinutes: 299 }],
        active: null,
      });
    }
  });
});

describe('a session that was never stopped', () => {
  it('is closed on its start day, however many days later', async () => {
    const member = await berlin.newMember();
    const first = must(201, await member.start('2026-09-01T08:00:00+02:00')).body.data;
    const { data } = must(201, await member.start('2026-10-05T08:00:00+02:00')).body;
    expect(data.closedActiveSession).toMatchObject({ id: first.id, endTime: '2026-09-01T21:59:59.999Z' });
    expect(await member.logs()).toEqual([data.closedActiveSession]);
  });

  it('day after day leaves a log for each day, and one open session', async () => {
    const member = await berlin.newMember();
    for (const day of ['01', '02', '05', '09']) must(201, await member.start(`2026-09-${day}T08:00:00+02:00`));
    const { logs, active } = await member.state();
    expect(logs.map(({ endTime }: { endTime: string }) => endTime)).toEqual([
      '2026-09-01T21:59:59.999Z',
      '2026-09-02T21:59:59.999Z',
      '2026-09-05T21:59:59.999Z',
    ]);
    expect(active.startTime).toBe('2026-09-09T06:00:00.000Z');
  });

  it('is closed by no read, and by no log', async () => {
    const member = await berlin.newMember();
    const { id } = must(201, await member.start('2026-09-01T08:00:00+02:00')).body.data;
    const answer = must(409, await member.log('2026-10-05T08:00:00+02:00', '2026-10-05T09:00:00+02:00'));
    expect(answer.body.conflictingLog).toEqual({ id, startTime: '2026-09-01T06:00:00.000Z', endTime: null });
    expect(await member.state()).toMatchObject({ logs: [], active: { id, status: 'open' } });
  });
});

describe('midnight', () => {
  it('a stop at exactly midnight is one on the next day: the log ends a millisecond before', async () => {
    const member = await berlin.newMember();
    must(201, await member.start('2026-10-05T20:00:00+02:00'));
    const { data } = must(200, await member.stop('2026-10-06T00:00:00+02:00')).body;
    expect(data).toMatchObject({ endTime: '2026-10-05T21:59:59.999Z', autoClosed: true, durationMinutes: 239 });
  });

  it('a log may end at exactly midnight, and the next one begin there', async () => {
    const member = await berlin.newMember();
    const { data } = must(201, await member.log('2026-10-05T20:00:00+02:00', '2026-10-06T00:00:00+02:00')).body;
    expect(data).toMatchObject({ endTime: '2026-10-05T22:00:00.000Z', durationMinutes: 240 });
    must(201, await member.start('2026-10-06T00:00:00+02:00'));
  });

  it('23:59:59.9996 is cut, not rounded into the next day', async () => {
    const member = await berlin.newMember();
    must(201, await member.start('2026-10-05T08:00:00+02:00'));
    const { data } = must(200, await member.stop('2026-10-05T23:59:59.9996+02:00')).body;
    expect(data).toMatchObject({ endTime: '2026-10-05T21:59:59.999Z', autoClosed: false });
  });

  it('a session of the day’s last millisecond ends one later, and the next one may begin there', async () => {
    const member = await berlin.newMember();
    must(201, await member.start('2026-10-05T23:59:59.9999+02:00'));
    const { closedActiveSession } = must(201, await member.start('2026-10-06T00:00:00+02:00')).body.data;
    expect(closedActiveSession).toMatchObject({
      startTime: '2026-10-05T21:59:59.999Z',
      endTime: '2026-10-05T22:00:00.000Z',
      autoClosed: true,
      durationMinutes: 0,
    });
  });

  it('a pause that runs ends with the session', async () => {
    const member = await berlin.newMember();
    must(201, await member.start('2026-10-05T08:00:00+02:00'));
    must(200, await member.pause('2026-10-05T23:00:00+02:00'));
    const { data } = must(200, await member.stop('2026-10-07T08:00:00+02:00')).body;
    expect(data.pauses).toEqual([{ startTime: '2026-10-05T21:00:00.000Z', endTime: '2026-10-05T21:59:59.999Z' }]);
    expect(data).toMatchObject({ durationMinutes: 959, pauseMinutes: 59, workedMinutes: 900 });
  });

  it('a pause that begins at the end is none', async () => {
    const member = await berlin.newMember();
    must(201, await member.start('2026-10-05T08:00:00+02:00'));
    must(200, await member.pause('2026-10-05T23:59:59.999+02:00'));
    expect(must(200, await member.stop('2026-10-06T08:00:00+02:00')).body.data.pauses).toEqual([]);
  });
});

describe('durations', () => {
  it.each([
    ['the night that lacks an hour', '2026-03-29T00:30:00+01:00', '2026-03-29T04:30:00+02:00', 180],
    ['the night that has one more', '2026-10-25T00:30:00+02:00', '2026-10-25T04:30:00+01:00', 300],
    ['the day of 23 hours', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00', 23 * 60],
    ['the day of 25 hours', '2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00', 25 * 60],
  ])('are those of the instants in %s', async (_, startTime, endTime, durationMinutes) => {
    const member = await berlin.newMember();
    expect(must(201, await member.log(startTime, endTime)).body.data).toMatchObject({ durationMinutes });
  });

  it('are rounded down from the exact intervals, each for itself', async () => {
    const member = await berlin.newMember();
    const pauses = [{ startTime: '2026-10-05T08:10:00Z', endTime: '2026-10-05T08:10:30Z' }];
    const { data } = must(201, await member.log('2026-10-05T08:00:00Z', '2026-10-05T09:00:29.999Z', { pauses })).body;
    expect(data).toMatchObject({ durationMinutes: 60, pauseMinutes: 0, workedMinutes: 59 });
  });
});
