import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { HOUR_MS } from '../../../platform/core/instant.ts';
import { endOfDay } from '../../../test/time-tracking/reference/local-day.ts';
import { createLogs, type Draft } from '../../../test/time-tracking/reference/logs.ts';
import type { Outcome } from '../../../test/time-tracking/reference/outcome.ts';
import { pause, resume, start, stop, timestamp } from '../../../test/time-tracking/reference/punches.ts';
import { findConflict, type ReferenceRecord } from '../../../test/time-tracking/reference/records.ts';
import { addTimestamp } from './add-timestamp.ts';
import { pauseSession } from './pause-session.ts';
import { drafted, planBulk } from './plan-bulk.ts';
import type { Punch, Punched } from './punch.ts';
import { resumeSession } from './resume-session.ts';
import { startSession } from './start-session.ts';
import { stopSession } from './stop-session.ts';
import { NO_FIELDS, type TimeRecord } from './time-record.ts';

/**
 * The rules against the reference of test/time-tracking, in sequences that are dense: the same few instants again and
 * again, at the ends of days. What a request passes on its way to them is in test/time-tracking/random-punches.test.ts.
 */
const ZONES = ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Tokyo', 'Australia/Lord_Howe'];
/** The last millisecond of a day of each zone, those of its clock changes among them. */
const ENDS = ['2018-11-03', '2018-02-17', '2026-03-29', '2026-10-25'].flatMap((date) =>
  ZONES.map((zone) => endOfDay(Date.parse(`${date}T12:00Z`), zone)),
);
const SHIFTS = [-30, -9, -3, 0, 3, 24].flatMap((hours) => [-1, 0, 1].map((ms) => hours * HOUR_MS + ms));

const KINDS = ['pause', 'resume', 'stop', 'timestamp'] as const;
const shift = fc.constantFrom(...SHIFTS);
const draft = fc.record({ from: shift, to: shift, pauses: fc.array(fc.tuple(shift, shift), { maxLength: 2 }) });
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('start' as const, ...KINDS), at: shift }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('bulk' as const),
        drafts: fc.array(draft, { minLength: 1, maxLength: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom(...ZONES) }) },
  ),
  { maxLength: 24, size: 'max' },
);

/** What became of a step: records, or the refusal and its members; a punch may be refused and close the session. */
interface Done {
  readonly records: readonly TimeRecord[];
  readonly status: number;
  readonly problem?: object;
}

let ids = 0;
const newId = () => `id-${ids++}`;

it('whatever is punched and logged, records and refusals are those of the reference', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ENDS), fc.constantFrom(...ZONES), steps, (end, firstZone, all) => {
      let zone = firstZone;
      let records: readonly TimeRecord[] = [];
      for (const step of all) {
        if (step.kind === 'zone') {
          zone = step.zone;
          continue;
        }
        const state = { zone, records: records.map(referenceOf) };
        const id = newId();
        let [done, expected]: [Done, Outcome] = [
          { records, status: 0 },
          { status: 0, next: state },
        ];
        if (step.kind === 'bulk') {
          const drafts = step.drafts.map(({ from, to, pauses }) => ({
            startTime: end + from,
            endTime: end + to,
            pauses: pauses.map(([begin, over]) => ({ startTime: end + begin, endTime: end + over })),
          }));
          done = bulk(records, drafts);
          expected = createLogs(
            state,
            drafts,
            done.records.slice(records.length).map((log) => log.id),
          );
        } else {
          const at = end + step.at;
          done = punch(records, step.kind, { at, zone, now: 1, revision: 'next' }, id);
          expected = {
            ...{ pause: () => pause(state, at), resume: () => resume(state, at), stop: () => stop(state, at) },
            ...{ start: () => start(state, at, id), timestamp: () => timestamp(state, at, id, 'x') },
          }[step.kind]();
        }
        expect([done.status, done.problem ?? {}]).toEqual([expected.status, problemOf(expected)]);
        expect(sorted(done.records.map(referenceOf))).toEqual(sorted(expected.next.records));
        ({ records } = done);
      }
    }),
    { numRuns: 600 },
  );
});

function punch(records: readonly TimeRecord[], kind: 'start' | (typeof KINDS)[number], at: Punch, id: string): Done {
  const open = records.find(({ end }) => end === null) ?? null;
  const others = records.filter((each) => each !== open);
  return refusable(records, () => {
    if (kind === 'start') {
      const conflict = conflictOf(records, at.at, null);
      const { session, closed } = startSession(
        { open, conflict },
        { ...at, id, userId: 'ada', closedRevision: 'closed' },
      );
      return { status: 201, records: [...others, ...(closed ? [closed] : []), session] };
    }
    const acts: Record<typeof kind, () => Punched> = {
      pause: () => pauseSession(open, at),
      resume: () => resumeSession(open, at),
      stop: () => stopSession(open, at),
      timestamp: () => addTimestamp(open, at, { id, templateId: null, label: 'x', time: at.at }),
    };
    const punched = acts[kind]();
    if ('next' in punched) return { status: kind === 'timestamp' ? 201 : 200, records: [...others, punched.next] };
    return { status: kind === 'stop' ? 200 : 409, records: [...others, punched.autoClosed] };
  });
}

function bulk(records: readonly TimeRecord[], drafts: readonly Draft[]): Done {
  const items = drafts.map(({ startTime, endTime, pauses = [] }) => {
    const intervals = pauses.map((each) => ({ start: each.startTime, end: each.endTime }));
    return drafted('ada', { start: startTime, end: endTime, pauses: intervals, plain: NO_FIELDS });
  });
  const stored = drafts.flatMap(({ startTime, endTime }, index) => {
    const conflict = conflictOf(records, startTime, endTime);
    return conflict ? [[index, conflict] as const] : [];
  });
  const planned = planBulk(items, new Map(stored), new Map(), { newId, now: 1 });
  const failed = planned.flatMap((each, index) =>
    'refusal' in each ? [{ index, status: statusOf(each.refusal), ...each.refusal.extensions }] : [],
  );
  const created = planned.flatMap((each) => ('log' in each ? [each.log] : []));
  return { status: 200, records: [...records, ...created], problem: { failed } };
}

/** What the reference says of a refusal, or of the failed items of a bulk. */
function problemOf({ data, problem }: Outcome): object {
  const { code: _, closedActiveSession: _closed, ...members } = problem ?? { code: '' };
  const withoutCode = ({ code: _code, ...item }: { code: string }) => item;
  const { failed } = (data ?? {}) as { failed?: { code: string }[] };
  return failed ? { failed: failed.map(withoutCode) } : members;
}

function statusOf({ code }: Refusal): number {
  return code === 'REQUEST_INVALID' ? 422 : 409;
}

/** The earliest stored record that an interval overlaps: the store’s part. */
function conflictOf(records: readonly TimeRecord[], startTime: number, endTime: number | null): TimeRecord | null {
  const found = findConflict({ zone: null, records: records.map(referenceOf) }, { startTime, endTime });
  return records.find(({ id }) => id === found?.id) ?? null;
}

function refusable(records: readonly TimeRecord[], act: () => Done): Done {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { records, status: statusOf(error), problem: error.extensions };
  }
}

function referenceOf({ id, start: startTime, end: endTime, pauses, ...record }: TimeRecord): ReferenceRecord {
  const { source, note, autoClosed, timestamps, lastEvent } = record;
  const intervals = pauses.map((each) => ({ startTime: each.start, endTime: each.end }));
  const common = { id, startTime, endTime, pauses: intervals, timestamps, note, autoClosed, lastEvent };
  return { ...common, source: source as ReferenceRecord['source'] };
}

/** In one order; of a log, no last event counts. */
function sorted(records: readonly ReferenceRecord[]) {
  return records
    .map((each) => ({
      ...each,
      timestamps: each.timestamps.toSorted((a, b) => a.time - b.time),
      lastEvent: each.endTime === null ? each.lastEvent : 0,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
