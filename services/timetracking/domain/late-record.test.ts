import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instant, sessionAt } from '../../../test/support/timetracking/records.ts';
import { lateEnd, takeOver } from './late-record.ts';
import type { Punch } from './punch.ts';

const CHANGE = { now: instant('2026-10-05T08:00:00Z'), revision: 'second' };
const at = (time: string): Punch => ({ ...CHANGE, at: instant(time), zone: 'UTC' });
const START = '2026-09-10T08:00:00Z';
const log = sessionAt(START, { id: 'log', end: instant('2026-09-10T23:59:59.999Z'), autoClosed: true });

it.each([
  ['the session of that day that was closed otherwise', log, null, '2026-09-10T17:00:00Z', true],
  [
    'nothing of a session that ended then',
    { ...log, end: instant('2026-09-10T17:00:00Z') },
    null,
    '2026-09-10T17:00:00Z',
    false,
  ],
  ['nothing of one that began then', log, null, START, false],
  ['nothing of one of an earlier day', log, null, '2026-09-11T01:00:00Z', false],
  ['nothing of a log that a system has sent', { ...log, source: 'api' as const }, null, '2026-09-10T17:00:00Z', false],
  ['nothing of an open session', { ...log, end: null }, null, '2026-09-10T17:00:00Z', false],
  ['nothing after a late start', log, sessionAt('2026-09-10T09:00:00Z'), '2026-09-10T17:00:00Z', false],
  ['nothing without a session', null, null, '2026-09-10T17:00:00Z', false],
])('a late stop ends %s', (_, stored, late, time, ends) => {
  expect(lateEnd(stored, late, at(time))).toEqual(
    ends ? expect.objectContaining({ id: 'log', end: instant(time) }) : null,
  );
});

it('what is taken over is a closed record that begins and ends as it was sent', () => {
  const minutes = fc.integer({ min: 1, max: 20 * 60 });
  fc.assert(
    fc.property(fc.option(minutes), fc.boolean(), (length, isStored) => {
      const end = length === null ? null : instant(START) + length * 60_000;
      const { next, changes } = takeOver(sessionAt(START, { end }), isStored ? log : null, 'UTC', CHANGE);
      expect(next).toMatchObject({ start: instant(START), end: end ?? instant('2026-09-10T23:59:59.999Z') });
      expect(next.revision).toBe('second');
      const isCorrection = isStored && end !== null;
      expect([changes !== null, next.correctedAt]).toEqual([isCorrection, isCorrection ? CHANGE.now : null]);
      expect(next.autoClosed).toBe(isStored && end !== null ? log.autoClosed : end === null);
    }),
  );
});
