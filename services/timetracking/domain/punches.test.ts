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
