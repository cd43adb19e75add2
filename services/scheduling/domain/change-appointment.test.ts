import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patchOf, roomsKnown, stateOf } from '../../../test/support/scheduling/states.ts';
import type { AppointmentState } from './appointment.ts';
import { attendanceOf } from './attendance.ts';
import { changeAppointment, changedFields } from './change-appointment.ts';

const known = roomsKnown('hall', 'attic', 'barn');
const input = { revision: 'after', now: Date.parse('2026-10-06T08:00:00.000Z'), known };
const change = (state: AppointmentState, patch: Parameters<typeof patchOf>[0]) =>
  changeAppointment(state, patchOf(patch), input);
const booked = (...roomIds: string[]) => roomIds.map((roomId) => ({ roomId }));

/** The rooms and addresses in a request; null clears. */
const venues = fc.record(
  {
    rooms: fc.subarray(['hall', 'attic', 'barn']),
    address: fc.option(fc.constantFrom('Quay 1', 'Quay 2')),
    onlineAddress: fc.option(fc.constantFrom('https://zoom.us/1', 'https://a.example/')),
    isOnline: fc.boolean(),
    isHybrid: fc.boolean(),
    title: fc.constantFrom('A', 'B'),
  },
  { requiredKeys: [] },
);

type Venue = typeof venues extends fc.Arbitrary<infer T> ? T : never;

function patchOfVenue({ rooms, ...rest }: Venue) {
  return { ...rest, ...(rooms ? { rooms: booked(...rooms) } : {}) };
}

const states = fc
  .array(venues, { maxLength: 6 })
  .map((patches) => patches.reduce((state, patch) => change(state, patchOfVenue(patch)).next, stateOf()));

/** Fields that are not in the proto, and those of the change itself. */
const UNSEEN = ['id', 'courseIds', 'addressIsOwn', 'sequence', 'revision', 'createdAt', 'updatedAt'];

/** The API's names of fields that the state names differently. */
const SHOWN_AS: Readonly<Record<string, readonly string[]>> = {
  roomIds: ['roomId', 'appointmentRooms'],
  setupIds: ['appointmentRooms'],
  layerIds: ['appointmentLayers'],
  organizerIds: ['organizerUsers'],
  userIds: ['appointmentUsers'],
  userGroupIds: ['appointmentUserGroups'],
  creatorUserId: ['appointmentCreator'],
};

describe('the flags', () => {
  it('follow rooms and addresses if there are any, however they were set', () => {
    fc.assert(
      fc.property(states, (state) => {
        if (state.roomIds.length === 0 && state.address === null && state.onlineAddress === null) return;
        expect(state).toMatchObject(attendanceOf(state));
        expect(state.isOnline && state.isHybrid).toBe(false);
      }),
    );
  });

  it('are the hints without rooms and addresses in the patch and the appointment', () => {
    const hinted = change(stateOf(), { isOnline: true }).next;
    expect(hinted).toMatchObject({ isOnline: true, isHybrid: false });
    expect(change(hinted, { title: 'Lecture' }).next).toMatchObject({ isOnline: true });
    expect(change(hinted, { isOnline: null }).next).toMatchObject({ isOnline: false });
    expect(change(hinted, { isHybrid: true, rooms: null }).next).toMatchObject({
      isOnline: false,
      isHybrid: false,
    });
  });

  it('ignore the hints if there is a room or address', () => {
    const { next } = change(stateOf({ roomIds: ['hall'], setupIds: [null] }), { isOnline: true, isHybrid: true });
    expect(next).toMatchObject({ isOnline: false, isHybrid: false });
  });
});

describe('the address', () => {
  it('is that of the first room unless a request has set it, until one clears it', () => {
    fc.assert(
      fc.property(states, venues, (state, patch) => {
        const { next } = change(state, patchOfVenue(patch));
        const isOwn = typeof patch.address === 'string' || (patch.address === undefined && state.addressIsOwn);
        expect(next.addressIsOwn).toBe(isOwn);
        const [first] = next.roomIds;
        if (typeof patch.address === 'string') expect(next.address).toBe(patch.address);
        else if (isOwn) expect(next.address).toBe(state.address);
        else expect(next.address).toBe(first === undefined ? null : `Street of ${first}`);
      }),
    );
  });

  it('set to its current value is written invisibly, and no longer follows the rooms', () => {
    const state = stateOf({ roomIds: ['hall'], setupIds: [null], address: 'Street of hall' });
    const { next, changed, isWritten } = change(state, { address: 'Street of hall' });
    expect([changed, isWritten]).toEqual([[], true]);
    expect(next).toEqual({ ...state, addressIsOwn: true });
    expect(change(next, { rooms: booked('barn') }).next.address).toBe('Street of hall');
  });
});

describe('a change', () => {
  it('is written if the appointment looks different', () => {
    expect(change(stateOf(), { title: 'B' })).toMatchObject({ changed: ['title'], isWritten: true });
    expect(change(stateOf(), { title: stateOf().title })).toMatchObject({ changed: [], isWritten: false });
  });

  it('must leave a course', () => {
    expect(() => change(stateOf(), { courseIds: [] })).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }));
  });

  it('names the fields that differ and has a new revision and sequence, or is empty', () => {
    fc.assert(
      fc.property(states, venues, (state, patch) => {
        const { next, changed } = change(state, patchOfVenue(patch));
        const { revision, sequence, updatedAt, addressIsOwn: _, ...shown } = next;
        if (changed.length === 0) {
          expect(state).toMatchObject(shown);
          expect([revision, sequence, updatedAt]).toEqual([state.revision, state.sequence, state.updatedAt]);
        } else {
          expect(state).not.toMatchObject(shown);
          expect([revision, sequence, updatedAt]).toEqual(['after', state.sequence + 1, '2026-10-06T08:00:00.000Z']);
        }
        const again = changeAppointment(next, patchOf(patchOfVenue(patch)), { ...input, revision: 'again' });
        expect(again.changed).toEqual([]);
      }),
    );
  });

  it('of any visible value is named by its field', () => {
    const seen = Object.keys(stateOf()).filter((name) => !UNSEEN.includes(name));
    const changed = seen.flatMap((name) => {
      const next = { ...stateOf(), [name]: name === 'appointmentType' ? { id: 'other' } : ['other'] };
      return changedFields(stateOf(), next as unknown as AppointmentState);
    });
    expect(changed).toEqual(seen.flatMap((name) => SHOWN_AS[name] ?? [name]));
  });

  it('keeps the setup of a room that stays', () => {
    const state = stateOf({ roomIds: ['hall'], setupIds: ['gone'], address: 'Street of hall' });
    const rooms = [{ roomId: 'attic' }, { roomId: 'HALL', setupId: 'GONE' }];
    expect(change(state, { rooms }).next).toMatchObject({ roomIds: ['attic', 'hall'], setupIds: [null, 'gone'] });
    const unknown = () => change(state, { rooms: [{ roomId: 'hall', setupId: 'other' }] });
    expect(unknown).toThrow(
      expect.objectContaining({ violations: [expect.objectContaining({ pointer: '/rooms/0/setupId' })] }),
    );
  });
});
