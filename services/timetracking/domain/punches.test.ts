import { expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { sessionAt } from '../../../test/support/timetracking/records.ts';
import { MAX_PAUSES, pauseSession } from './pause-session.ts';
import { punchFaults } from './punch.ts';

it('a session takes only as many pauses as a record can hold', () => {
  const pauses = Array.from({ length: MAX_PAUSES }, (_, n) => ({ start: n, end: n + 1 }));
  const full = sessionAt(0, { pauses, lastEvent: MAX_PAUSES });
  const punch = { at: MAX_PAUSES, zone: 'UTC', now: 1, revision: 'next' };
  expect(() => pauseSession(full, punch)).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }));
});

it.each([
  ['24 hours ahead', DAY_MS, []],
  ['a millisecond more', DAY_MS + 1, [{ pointer: '/at', code: 'too_big' }]],
  ['long ago', -1e12, []],
])('a session may be punched %s or not', (_, ahead, faults) => {
  expect(punchFaults(1e12 + ahead, 1e12)).toMatchObject(faults);
  expect(punchFaults(1e12 + ahead, 1e12)).toHaveLength(faults.length);
});
