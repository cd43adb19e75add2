import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toInstantText } from '../../../platform/core/instant.ts';
import { stateOf } from '../../../test/support/scheduling/states.ts';
import { type Booking, bookingChanges } from './room-bookings.ts';

const START = Date.parse('2026-10-12T08:00:00.000Z');
const appointments = fc
  .record({
    rooms: fc.subarray(['hall', 'attic', 'barn']),
    start: fc.nat(2),
    duration: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ rooms, start, duration }) =>
    stateOf({ roomIds: rooms, dateTime: toInstantText(START + start * 60_000), duration }),
  );
const keys = (bookings: readonly Booking[]) =>
  bookings.map(({ roomId, dateTime, duration }) => `${roomId} ${dateTime} ${duration}`).sort();

describe('the changes of bookings', () => {
  it('turn the old ones into the new ones without touching those that stay', () => {
    fc.assert(
      fc.property(fc.option(appointments), fc.option(appointments), (before, after) => {
        const { released, taken } = bookingChanges(before, after);
        const old = keys(bookingChanges(null, before).taken);
        const now = keys(bookingChanges(null, after).taken);
        expect(
          old
            .filter((key) => !keys(released).includes(key))
            .concat(keys(taken))
            .sort(),
        ).toEqual(now);
        expect(keys(released).filter((key) => keys(taken).includes(key))).toEqual([]);
      }),
    );
  });

  it('are empty if neither room nor time changes', () => {
    const before = stateOf({ roomIds: ['hall', 'attic'] });
    const after = { ...before, title: 'Lecture', roomIds: ['attic', 'hall'], setupIds: ['rows', null] };
    expect(bookingChanges(before, after)).toMatchObject({ released: [], taken: [] });
  });
});
