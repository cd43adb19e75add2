import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/core/instant.ts';
import { instant, sessionAt } from '../../../test/support/timetracking/records.ts';
import { addTimestamp } from './add-timestamp.ts';
import { endOfLocalDay, isOnEarlierDay } from './local-day.ts';
import { MAX_PAUSES, pauseSession } from './pause-session.ts';
import { type Punch, type Punched, punchFaults } from './punch.ts';
import { resumeSession } from './resume-session.ts';
import { startSession } from './start-session.ts';
import { stopSession } from './stop-session.ts';
import type { TimeRecord } from './time-record.ts';

const berlin = 'Europe/Berlin';
const punch = (at: string | number, zone = berlin): Punch => ({ at: instant(at), zone, now: 1, revision: 'next' });
const morning = sessionAt('2026-10-05T08:00:00+02:00');
const refusalOf = (act: () => unknown): Refusal => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('was not refused');
};

describe('punches on an open session', () => {
  const acts = {
    pause: pauseSession,
    resume: resumeSession,
    stop: stopSession,
    timestamp: (open: TimeRecord | null, at: Punch) =>
      addTimestamp(open, at, { id: 't', templateId: null, label: 'Desk', time: at.at }),
  } as const;

  it.each(Object.entries(acts))('%s needs an open session', (_, act) => {
    expect(refusalOf(() => act(null, punch('2026-10-05T09:00:00+02:00'))).code).toBe('SESSION_NOT_OPEN');
  });

  it.each(Object.entries(acts))('%s on a later local day closes it at the end of its own day', (_, act) => {
    expect(act(morning, punch('2026-10-07T00:00:00+02:00'))).toMatchObject({
      autoClosed: { end: instant('2026-10-05T23:59:59.999+02:00'), autoClosed: true },
    });
  });

  it.each(Object.entries(acts))('%s must not be earlier than the last event', (_, act) => {
    const early = refusalOf(() => act(morning, punch('2026-10-05T07:59:59.999+02:00')));
    expect(early).toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer: '/at', code: 'invalid_value' }] });
  });

  it('use the days of the institution, not of UTC', () => {
    const late = sessionAt('2026-10-05T23:30:00+02:00');
    expect(stopSession(late, punch('2026-10-06T00:30:00+02:00'))).toHaveProperty('autoClosed');
    expect(stopSession(late, punch('2026-10-05T23:59:59.999+02:00'))).toHaveProperty('next');
    expect(stopSession(late, punch('2026-10-06T00:30:00+02:00', 'America/New_York'))).toHaveProperty('next');
  });

  it('leave a session that started in the day’s last millisecond one millisecond long', () => {
    const last = sessionAt('2026-10-05T23:59:59.999+02:00');
    expect(stopSession(last, punch('2026-10-06T08:00:00+02:00'))).toMatchObject({
      autoClosed: { end: instant('2026-10-06T00:00:00+02:00') },
    });
  });

  it('end a running pause with the session, and remove an empty one', () => {
    const paused = nextOf(pauseSession(morning, punch('2026-10-05T12:00:00+02:00')));
    expect(nextOf(stopSession(paused, punch('2026-10-05T13:00:00+02:00'))).pauses).toEqual([
      { start: instant('2026-10-05T12:00:00+02:00'), end: instant('2026-10-05T13:00:00+02:00') },
    ]);
    expect(nextOf(stopSession(paused, punch('2026-10-05T12:00:00+02:00'))).pauses).toEqual([]);
    const resumed = nextOf(resumeSession(paused, punch('2026-10-05T12:00:00+02:00')));
    expect(resumed.pauses).toEqual([]);
    expect(resumed.lastEvent).toBe(instant('2026-10-05T12:00:00+02:00'));
  });

  it('pause once and resume once, naming the session', () => {
    const paused = nextOf(pauseSession(morning, punch('2026-10-05T12:00:00+02:00')));
    const later = punch('2026-10-05T12:30:00+02:00');
    const extensions = { activeSession: { id: 'session', startTime: '2026-10-05T06:00:00.000Z' } };
    expect(refusalOf(() => pauseSession(paused, later))).toMatchObject({ code: 'SESSION_PAUSED', extensions });
    expect(refusalOf(() => resumeSession(morning, later))).toMatchObject({ code: 'SESSION_NOT_PAUSED', extensions });
  });

  it('stop only after the start', () => {
    expect(refusalOf(() => stopSession(morning, punch(morning.start))).code).toBe('REQUEST_INVALID');
  });

  it('allow only as many pauses as a record can hold', () => {
    const pauses = Array.from({ length: MAX_PAUSES }, (_, n) => ({
      start: morning.start + n,
      end: morning.start + n + 1,
    }));
    const full = { ...morning, pauses, lastEvent: morning.start + MAX_PAUSES };
    expect(refusalOf(() => pauseSession(full, punch('2026-10-05T12:00:00+02:00'))).code).toBe('REQUEST_INVALID');
  });

  it('cut off pauses that a change of zone has left after the end of the day', () => {
    const pauses = [
      { start: instant('2026-10-05T21:00:00Z'), end: instant('2026-10-05T23:00:00Z') },
      { start: instant('2026-10-05T23:30:00Z'), end: null },
    ];
    const session = sessionAt('2026-10-05T12:00:00Z', { pauses, lastEvent: instant('2026-10-05T23:30:00Z') });
    expect(stopSession(session, punch('2026-10-06T00:00:00Z', berlin))).toMatchObject({
      autoClosed: {
        end: instant('2026-10-05T21:59:59.999Z'),
        pauses: [{ start: instant('2026-10-05T21:00:00Z'), end: instant('2026-10-05T21:59:59.999Z') }],
      },
    });
  });
});

describe('a start', () => {
  const input = (at: string) => ({ ...punch(at), id: 'new', userId: 'member', closedRevision: 'closed' });

  it('is refused while a session of its day, or of a later one, is open', () => {
    for (const at of ['2026-10-05T20:00:00+02:00', '2026-10-04T20:00:00+02:00']) {
      expect(refusalOf(() => startSession({ open: morning, conflict: morning }, input(at))).code).toBe('SESSION_OPEN');
    }
  });

  it('closes the session of an earlier day at the end of that day, however long ago', () => {
    const { session, closed } = startSession({ open: morning, conflict: morning }, input('2026-10-09T08:00:00+02:00'));
    expect(closed).toMatchObject({
      end: instant('2026-10-05T23:59:59.999+02:00'),
      revision: 'closed',
      autoClosed: true,
    });
    expect(session).toMatchObject({ id: 'new', end: null, pauses: [], source: 'session', revision: 'next' });
  });

  it('is refused if a log conflicts', () => {
    const log = sessionAt('2026-10-05T09:00:00Z', { id: 'log', end: instant('2026-10-05T10:00:00Z') });
    expect(refusalOf(() => startSession({ open: null, conflict: log }, input('2026-10-05T09:30:00Z')))).toMatchObject({
      code: 'LOG_OVERLAPPING',
      extensions: {
        conflictingLog: { id: 'log', startTime: '2026-10-05T09:00:00.000Z', endTime: '2026-10-05T10:00:00.000Z' },
      },
    });
  });
});

describe('any sequence of punches', () => {
  it('leaves records with pauses inside, in order and not empty; auto-closed ones end on their start day', () => {
    const step = fc.record({
      kind: fc.constantFrom('pause' as const, 'resume' as const, 'stop' as const),
      wait: fc.integer({ min: 0, max: 8 * HOUR_MS }),
      zone: fc.constantFrom('UTC', berlin, 'America/Sao_Paulo', 'Pacific/Kiritimati'),
    });
    const start = fc.integer({ min: instant('2017-10-01T00:00:00Z'), max: instant('2018-12-01T00:00:00Z') });
    fc.assert(
      fc.property(start, fc.array(step, { minLength: 1, maxLength: 12 }), (begin, steps) => {
        let open = sessionAt(begin);
        let at = begin;
        for (const { kind, wait, zone } of steps) {
          at += wait;
          const punched = attempt(() =>
            ({ pause: pauseSession, resume: resumeSession, stop: stopSession })[kind](open, punch(at, zone)),
          );
          if (!punched) continue;
          const record = 'next' in punched ? punched.next : punched.autoClosed;
          expectSound(record);
          if ('autoClosed' in punched) {
            expect(record.end).toBe(Math.max(endOfLocalDay(begin, zone), begin + 1));
            expect(isOnEarlierDay(begin, record.end ?? 0, zone) && record.end !== begin + 1).toBe(false);
          }
          if (record.end !== null) return;
          open = record;
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('any session', () => {
  const step = fc.record({
    kind: fc.constantFrom('pause' as const, 'resume' as const, 'timestamp' as const),
    wait: fc.integer({ min: 0, max: 8 * HOUR_MS }),
    ahead: fc.oneof(
      fc.constantFrom(0, 1, DAY_MS - 1, DAY_MS, DAY_MS + 1),
      fc.integer({ min: -DAY_MS, max: 3 * DAY_MS }),
    ),
    zone: fc.constantFrom('UTC', berlin, 'America/St_Johns', 'America/Sao_Paulo', 'Pacific/Apia', 'Pacific/Kiritimati'),
  });

  it('can be stopped, without an instant, once its last event is past: within 24 hours', () => {
    const began = fc.integer({ min: instant('2010-10-01T00:00:00Z'), max: instant('2018-12-01T00:00:00Z') });
    const ahead = fc.integer({ min: 0, max: DAY_MS });
    fc.assert(
      fc.property(began, ahead, fc.array(step, { maxLength: 12 }), step, (begin, ahead, steps, { zone: last }) => {
        let now = begin;
        let open = sessionAt(begin + ahead);
        for (const { kind, wait, ahead, zone } of steps) {
          now += wait;
          if (punchFaults(now + ahead, now).length > 0) continue;
          const at = punch(now + ahead, zone);
          const acts = { pause: pauseSession, resume: resumeSession, timestamp: stampAt };
          const punched = attempt(() => acts[kind](open, at));
          if (punched && 'autoClosed' in punched) return;
          open = punched?.next ?? open;
        }
        expect(open.lastEvent).toBeLessThanOrEqual(now + DAY_MS);
        const stopped = stopSession(open, punch(Math.max(now, open.lastEvent) + 1, last));
        const log = 'next' in stopped ? stopped.next : stopped.autoClosed;
        expect(log.end).toBeGreaterThan(log.start);
        expectSound(log);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['24 hours ahead', DAY_MS, []],
    ['a millisecond more', DAY_MS + 1, [{ pointer: '/at', code: 'too_big' }]],
    ['long ago', -1e12, []],
  ])('may be punched %s or not', (_, ahead, faults) => {
    expect(punchFaults(1e12 + ahead, 1e12)).toMatchObject(faults);
    expect(punchFaults(1e12 + ahead, 1e12)).toHaveLength(faults.length);
  });
});

function stampAt(open: TimeRecord, at: Punch): Punched {
  return addTimestamp(open, at, { id: 't', templateId: null, label: 'Desk', time: at.at });
}

function nextOf(punched: Punched): TimeRecord {
  if ('next' in punched) return punched.next;
  throw new Error('was closed at the end of its day');
}

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function expectSound({ start, end, pauses }: TimeRecord): void {
  let behind = start;
  for (const [index, pause] of pauses.entries()) {
    expect(pause.start).toBeGreaterThanOrEqual(behind);
    if (pause.end === null) expect([index, end]).toEqual([pauses.length - 1, null]);
    else expect(pause.end).toBeGreaterThan(pause.start);
    behind = pause.end ?? pause.start;
  }
  if (end !== null) expect(behind).toBeLessThanOrEqual(end);
}
