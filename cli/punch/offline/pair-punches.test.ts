import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Punch, PunchKind, RefusedRows } from '../punch.ts';
import { pairPunches } from './pair-punches.ts';
import type { PunchedLog } from './punched-log.ts';

async function pair(punches: readonly Punch[]): Promise<{ logs: PunchedLog[]; refused: RefusedRows[] }> {
  const refused: RefusedRows[] = [];
  const logs: PunchedLog[] = [];
  async function* source() {
    yield* punches;
  }
  for await (const log of pairPunches(source(), (rows) => refused.push(rows))) logs.push(log);
  return { logs, refused };
}

/** Rows of one member: `start 1, stop 5`; line numbers start at 2. */
function rows(text: string, code = '007'): Punch[] {
  return text.split(', ').map((row, index) => {
    const [kind, time] = row.split(' ');
    return { line: index + 2, code, kind: kind as PunchKind, time: Number(time) };
  });
}

describe('examples', () => {
  it.each([
    ['start 1, stop 5', { lines: [2, 3], start: 1, end: 5, pauses: [] }],
    ['start 1, pause 2, resume 3, stop 5', { lines: [2, 3, 4, 5], start: 1, end: 5, pauses: [{ start: 2, end: 3 }] }],
    ['start 1, pause 2, stop 5', { lines: [2, 3, 4], start: 1, end: 5, pauses: [{ start: 2, end: 5 }] }],
    ['start 1, pause 2, resume 2, stop 5', { lines: [2, 3, 4, 5], start: 1, end: 5, pauses: [] }],
    ['start 1, pause 5, stop 5', { lines: [2, 3, 4], start: 1, end: 5, pauses: [] }],
    ['start 5, stop 5', { lines: [2, 3], start: 5, end: 5, pauses: [] }],
  ])('%s is a log', async (text, log) => {
    expect(await pair(rows(text))).toEqual({ logs: [{ code: '007', ...log }], refused: [] });
  });

  it.each([
    ['stop 1', [[2]], 'unpaired: no start precedes this stop', 0],
    ['start 1', [[2]], 'unpaired: no stop follows this start', 0],
    ['start 1, pause 2, start 3, stop 4', [[2, 3]], 'unpaired: no stop follows this start', 1],
    ['start 1, start 1, stop 4', [[2]], 'unpaired: no stop follows this start', 1],
    ['pause 1, start 2, stop 4', [[2]], 'unpaired: no start precedes this pause', 1],
    ['start 1, stop 2, resume 4', [[4]], 'unpaired: no start precedes this resume', 1],
    ['start 1, pause 2, pause 3, stop 4', [[4]], 'unpaired: a pause is already running', 1],
    ['start 1, resume 3, stop 4', [[3]], 'unpaired: no pause is running', 1],
    ['start 1, timestamp 3, stop 4', [[3]], 'not_replayable: a timestamp cannot be replayed offline', 1],
    ['start 1, stop 2, stop 3', [[4]], 'unpaired: no start precedes this stop', 1],
  ])('%s has refused rows', async (text, lines, reason, logs) => {
    const paired = await pair(rows(text));
    expect(paired.refused).toEqual(lines.map((each) => ({ lines: each, reason })));
    expect(paired.logs).toHaveLength(logs);
  });

  it('a log with more pauses than the API accepts is refused completely', async () => {
    const pauses = (count: number) =>
      Array.from({ length: count }, (_, i) => `pause ${2 * i + 2}, resume ${2 * i + 3}`);
    const day = (count: number) => rows(['start 1', ...pauses(count), 'stop 1000'].join(', '));
    expect((await pair(day(200))).logs[0]?.pauses).toHaveLength(200);
    const { logs, refused } = await pair(day(201));
    expect([logs, refused.map(({ lines }) => lines.length)]).toEqual([[], [404]]);
  });

  it('codes are equal if the service treats them as equal, and 7 is not 007', async () => {
    const [start, stop] = rows('start 1, stop 5');
    const punches = [
      { ...start, code: 'NH-i7' },
      { ...start, code: 'NH-07', line: 4 },
      { ...stop, code: ' nh-I7 ' },
    ] as Punch[];
    const { logs, refused } = await pair(punches);
    expect(logs.map(({ code, lines }) => [code, lines])).toEqual([['NH-i7', [2, 3]]]);
    expect(refused.map(({ lines }) => lines)).toEqual([[4]]);
  });
});

/** Punches of several members in one file, in order of time for each. */
const anyFile: fc.Arbitrary<Punch[]> = fc
  .array(
    fc.record({
      code: fc.constantFrom('a', 'b', 'c'),
      kind: fc.constantFrom<PunchKind>('start', 'pause', 'resume', 'stop', 'stop', 'timestamp'),
      later: fc.nat(3),
    }),
    { maxLength: 60 },
  )
  .map((list) => {
    let time = 0;
    return list.map(({ code, kind, later }, index) => {
      time += later;
      return { line: index + 2, code, kind, time };
    });
  });

describe('in any file', () => {
  it('each row is in one log or refused, once', async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, async (punches) => {
        const { logs, refused } = await pair(punches);
        const lines = [...logs, ...refused].flatMap((each) => each.lines);
        expect(lines.toSorted((x, y) => x - y)).toEqual(punches.map(({ line }) => line));
      }),
    );
  });

  it('logs of a member follow each other, and their pauses lie within, in order, with a length', async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, async (punches) => {
        const { logs } = await pair(punches);
        for (const ofMember of Map.groupBy(logs, ({ code }) => code).values()) {
          const ends = ofMember.flatMap(({ start, end }) => [start, end]);
          expect(ends).toEqual(ends.toSorted((x, y) => x - y));
        }
        for (const { start, end, pauses } of logs) {
          const instants = [start, ...pauses.flatMap((pause) => [pause.start, pause.end]), end];
          expect(instants).toEqual(instants.toSorted((x, y) => x - y));
          expect(pauses.filter((pause) => pause.start === pause.end)).toEqual([]);
        }
      }),
    );
  });

  it('appended rows do not change the logs before them', async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, fc.nat(60), async (punches, length) => {
        const before = (await pair(punches.slice(0, length))).logs;
        expect((await pair(punches)).logs.slice(0, before.length)).toEqual(before);
      }),
    );
  });

  it('the logs of a member do not depend on other members in the file', async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, async (punches) => {
        const together = (await pair(punches)).logs.filter(({ code }) => code === 'a');
        expect((await pair(punches.filter(({ code }) => code === 'a'))).logs).toEqual(together);
      }),
    );
  });
});

it('days punched correctly become complete logs', async () => {
  // Each day by its durations: work, then pauses and work alternately.
  const day = fc.record({
    first: fc.integer({ min: 1, max: 9 }),
    pauses: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), { maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(day), async (days) => {
      const text: string[] = [];
      const expected: unknown[] = [];
      let time = 0;
      for (const { first, pauses } of days) {
        const log = { start: time, end: 0, pauses: [] as unknown[] };
        text.push(`start ${time}`);
        time += first;
        for (const [pause, work] of pauses) {
          text.push(`pause ${time}`, `resume ${time + pause}`);
          log.pauses.push({ start: time, end: time + pause });
          time += pause + work;
        }
        text.push(`stop ${time}`);
        expected.push({ ...log, end: time });
      }
      const { logs, refused } = await pair(days.length === 0 ? [] : rows(text.join(', ')));
      expect(logs.map(({ start, end, pauses }) => ({ start, end, pauses }))).toEqual(expected);
      expect(refused).toEqual([]);
    }),
  );
});
