import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { stateOf } from '../testing/states.ts';
import { findConflictAmong } from './find-conflict-among.ts';
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
  it('lead from the old ones to the new ones, and leave alone what stays', () => {
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

  it('are none where neither room nor time changes', () => {
    const before = stateOf({ roomIds: ['hall', 'attic'] });
    const after = { ...before, title: 'Lecture', roomIds: ['attic', 'hall'], setupIds: ['rows', null] };
    expect(bookingChanges(before, after)).toEqual({ released: [], taken: [] });
  });
});

describe('a conflict among bookings', () => {
  const bookings = fc.array(
    fc.record({
      roomId: fc.constantFrom('hall', 'attic'),
      start: fc.nat(20),
      duration: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 8 },
  );

  it('is found exactly where two overlap in a room', () => {
    fc.assert(
      fc.property(bookings, (drawn) => {
        const wanted = drawn.map(({ roomId, start, duration }, n) => ({
          appointmentId: `a${n}`,
          roomId,
          dateTime: toInstantText(START + start * 60_000),
          duration,
        }));
        const overlaps = (one: Booking, other: Booking) =>
          one !== other && one.roomId === other.roomId && startOf(one) < endOf(other) && startOf(other) < endOf(one);
        const conflict = findConflictAmong(wanted);
        expect(conflict !== null).toBe(wanted.some((one) => wanted.some((other) => overlaps(one, other))));
        if (!conflict) return;
        const inTheWay = wanted.find(({ appointmentId }) => appointmentId === conflict.id);
        expect(inTheWay).toMatchObject({
          roomId: conflict.roomId,
          dateTime: conflict.dateTime,
          duration: conflict.duration,
        });
        expect(overlaps(wanted[conflict.index] as Booking, inTheWay as Booking)).toBe(true);
      }),
    );
  });
});

const startOf = ({ dateTime }: Booking) => fromInstantText(dateTime);
const endOf = (booking: Booking) => startOf(booking) + booking.duration * 60_000;
