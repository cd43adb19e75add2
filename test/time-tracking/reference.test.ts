import { describe, expect, it } from 'vitest';
import { endOfDay, localDate } from './reference/local-day.ts';
import { createLog, createLogs, updateLog } from './reference/logs.ts';
import { pause, resume, start, stop, timestamp } from './reference/punches.ts';
import { findOpen, type ReferenceState } from './reference/records.ts';

/**
 * The reference itself, by examples: days from the calendars of the zones, answers from the specification's state
 * table.
 */
const t = Date.parse;

describe('the end of a local day', () => {
  it.each([
    ['UTC, unset', null, '2026-10-05T08:00:00Z', '2026-10-05T23:59:59.999Z'],
    ['in summer', 'Europe/Berlin', '2026-07-01T08:00:00Z', '2026-07-01T21:59:59.999Z'],
    ['of 23 hours', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999Z'],
    ['of 25 hours', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999Z'],
    ['before a midnight that is skipped', 'America/Sao_Paulo', '2018-11-03T12:00:00Z', '2018-11-04T02:59:59.999Z'],
    ['after a midnight that is skipped', 'America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-05T01:59:59.999Z'],
    ['whose last hour is repeated', 'America/Sao_Paulo', '2018-02-17T12:00:00Z', '2018-02-18T02:59:59.999Z'],
    ['before a midnight that is skipped', 'Africa/Cairo', '2023-04-27T10:00:00Z', '2023-04-27T21:59:59.999Z'],
    ['whose last hour is repeated', 'Africa/Cairo', '2023-10-26T10:00:00Z', '2023-10-26T21:59:59.999Z'],
    ['before a midnight that is skipped', 'Asia/Beirut', '2022-03-26T10:00:00Z', '2022-03-26T21:59:59.999Z'],
    ['before a midnight that is skipped', 'America/Havana', '2026-03-07T17:00:00Z', '2026-03-08T04:59:59.999Z'],
    ['before a midnight that is repeated', 'America/Havana', '2026-10-31T17:00:00Z', '2026-11-01T03:59:59.999Z'],
    ['after a midnight that is repeated', 'America/Havana', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59.999Z'],
    ['of 24 hours and a half', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05T13:29:59.999Z'],
    ['of 23 hours and a half', 'Australia/Lord_Howe', '2026-10-03T13:30:00Z', '2026-10-04T12:59:59.999Z'],
    ['at an offset of quarters', 'Asia/Kathmandu', '2026-10-05T08:00:00Z', '2026-10-05T18:14:59.999Z'],
    ['before a day that never was', 'Pacific/Apia', '2011-12-29T10:00:00Z', '2011-12-30T09:59:59.999Z'],
    ['after a day that never was', 'Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31T09:59:59.999Z'],
    ['far ahead of UTC', 'Pacific/Kiritimati', '2026-10-05T08:00:00Z', '2026-10-05T09:59:59.999Z'],
    ['at an offset of halves', 'America/St_Johns', '2026-10-05T08:00:00Z', '2026-10-06T02:29:59.999Z'],
    ['of an instant that is it', null, '2026-10-05T23:59:59.999Z', '2026-10-05T23:59:59.999Z'],
  ])('%s: %s, %s', (_, zone, instant, end) => {
    expect(new Date(endOfDay(t(instant), zone)).toISOString()).toBe(new Date(t(end)).toISOString());
    expect(localDate(t(end), zone)).toBe(localDate(t(instant), zone));
    expect(localDate(t(end) + 1, zone) > localDate(t(instant), zone)).toBe(true);
  });
});

const berlin: ReferenceState = { zone: 'Europe/Berlin', records: [] };
const working = start(berlin, t('2026-10-05T06:00:00Z'), 's1').next;

describe('the state table', () => {
  it('start opens', () => {
    const { status, data } = start(berlin, t('2026-10-05T06:00:00Z'), 's1');
    expect([status, data]).toEqual([
      201,
      {
        id: 's1',
        startTime: '2026-10-05T06:00:00.000Z',
        endTime: null,
        status: 'open',
        pauses: [],
        timestamps: [],
        source: 'session',
        note: null,
        autoClosed: false,
        durationMinutes: null,
        pauseMinutes: null,
        workedMinutes: null,
      },
    ]);
  });

  it('start on the same local day, or before, is a conflict with the session', () => {
    for (const at of ['2026-10-05T21:59:59.999Z', '2026-10-05T05:00:00Z', '2026-10-01T05:00:00Z']) {
      const outcome = start(working, t(at), 's2');
      const activeSession = { id: 's1', startTime: '2026-10-05T06:00:00.000Z' };
      expect(outcome).toEqual({ status: 409, problem: { code: 'conflict', activeSession }, next: working });
    }
  });

  it('start on a later local day closes the session on its own', () => {
    const { status, data, next } = start(working, t('2026-10-07T22:00:00Z'), 's2');
    expect([status, data]).toMatchObject([
      201,
      {
        id: 's2',
        closedActiveSession: { id: 's1', endTime: '2026-10-05T21:59:59.999Z', autoClosed: true, durationMinutes: 959 },
      },
    ]);
    expect(next.records).toHaveLength(2);
  });

  it('start before a log is a conflict with the earliest one, whatever its end', () => {
    const draft = { startTime: t('2026-10-05T10:00:00Z'), endTime: t('2026-10-05T11:00:00Z') };
    const { next } = createLog(berlin, draft, 'l1');
    expect(start(next, t('2026-10-05T11:00:00Z'), 's1').status).toBe(201);
    expect(start(next, t('2026-10-05T10:59:59.999Z'), 's1')).toMatchObject({
      status: 409,
      problem: { conflictingLog: { id: 'l1' } },
    });
    expect(start(next, 0, 's1').next).toBe(next);
  });

  it('pause and resume take turns, and stop ends what runs', () => {
    const paused = pause(working, t('2026-10-05T07:00:00Z'));
    expect(paused).toMatchObject({ status: 200, data: { status: 'paused' } });
    expect(pause(paused.next, t('2026-10-05T07:30:00Z')).problem).toMatchObject({ activeSession: { id: 's1' } });
    expect(resume(working, t('2026-10-05T07:30:00Z')).problem).toMatchObject({ activeSession: { id: 's1' } });
    expect(resume(paused.next, t('2026-10-05T06:59:59.999Z')).status).toBe(422);
    const stopped = stop(paused.next, t('2026-10-05T08:00:30Z'));
    expect(stopped.data).toMatchObject({ status: 'closed', durationMinutes: 120, pauseMinutes: 60, workedMinutes: 60 });
    expect(stop(stopped.next, t('2026-10-05T09:00:00Z')).problem).toEqual({ code: 'conflict' });
  });

  it('stop at the very start is no log', () => {
    expect(stop(working, t('2026-10-05T06:00:00Z')).status).toBe(422);
  });

  it('stop on a later day answers the log of the start day, and everything else is refused with it', () => {
    const later = t('2026-10-05T22:00:00Z');
    expect(stop(working, later)).toMatchObject({ status: 200, data: { endTime: '2026-10-05T21:59:59.999Z' } });
    for (const outcome of [pause(working, later), resume(working, later), timestamp(working, later, 't1', 'x')]) {
      expect(outcome).toMatchObject({ status: 409, problem: { closedActiveSession: { id: 's1', autoClosed: true } } });
      expect(findOpen(outcome.next)).toBeUndefined();
    }
  });

  it('a session of its day’s last millisecond ends with the day', () => {
    const late = start(berlin, t('2026-10-05T21:59:59.999Z'), 's1').next;
    expect(stop(late, t('2026-10-05T22:00:00Z')).data).toMatchObject({ endTime: '2026-10-05T22:00:00.000Z' });
  });
});

/** What the specification leaves open, as it is read here. */
describe('a reading', () => {
  it('a pause that ends when it began is none, and “not earlier” includes “at the same time”', () => {
    const paused = pause(working, t('2026-10-05T07:00:00Z')).next;
    const resumed = resume(paused, t('2026-10-05T07:00:00Z'));
    expect(resumed).toMatchObject({ status: 200, data: { status: 'open', pauses: [] } });
    expect(stop(resumed.next, t('2026-10-05T06:59:59.999Z')).status).toBe(422);
  });

  it('the day’s end comes first: also for a punch before the last event, once the zone has changed', () => {
    const state = start({ zone: 'UTC', records: [] }, t('2026-10-05T10:00:00Z'), 's1').next;
    const moved = { ...pause(state, t('2026-10-05T23:30:00Z')).next, zone: 'Asia/Tokyo' };
    const log = { endTime: '2026-10-05T14:59:59.999Z', pauses: [], workedMinutes: 299 };
    expect(stop(moved, t('2026-10-05T23:20:00Z'))).toMatchObject({ status: 200, data: log });
    expect(resume(moved, t('2026-10-05T23:20:00Z'))).toMatchObject({ problem: { closedActiveSession: log } });
  });

  it('a timestamp is no event that others have to follow', () => {
    const stamped = timestamp(working, t('2026-10-05T12:00:00Z'), 't1', 'x').next;
    expect(pause(stamped, t('2026-10-05T07:00:00Z')).status).toBe(200);
  });

  it('a second pause that is too early is 422 before it is 409', () => {
    const paused = pause(working, t('2026-10-05T07:00:00Z')).next;
    expect(pause(paused, t('2026-10-05T06:30:00Z')).status).toBe(422);
    expect(pause(paused, t('2026-10-05T07:30:00Z')).status).toBe(409);
  });
});

describe('logs', () => {
  const log = (from: string, to: string) => ({ startTime: t(`2026-10-05T${from}Z`), endTime: t(`2026-10-05T${to}Z`) });

  it('touch, and do not overlap', () => {
    const outcome = createLogs(
      berlin,
      [log('08:00', '09:00'), log('09:00', '10:00'), log('08:59', '09:01'), log('10:00', '10:00')],
      ['a', 'b'],
    );
    expect(outcome.data).toMatchObject({
      created: [{ index: 0 }, { index: 1 }],
      failed: [
        { index: 2, status: 409, conflictingLog: { id: 'a' } },
        { index: 3, status: 422 },
      ],
    });
  });

  it('are in the way of themselves never, and of an open session always', () => {
    const { next } = createLog(berlin, log('02:00', '03:00'), 'a');
    const open = start(next, t('2026-10-05T06:00:00Z'), 's1').next;
    expect(updateLog(open, 'a', { endTime: t('2026-10-05T06:00:00Z') }).status).toBe(200);
    expect(updateLog(open, 'a', { endTime: t('2026-10-05T06:00:00.001Z') }).problem).toMatchObject({
      conflictingLog: { id: 's1', endTime: null },
    });
    expect(updateLog(open, 's1', {}).status).toBe(404);
  });
});
