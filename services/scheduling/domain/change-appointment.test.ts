import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patchOf, roomsKnown, stateOf } from '../testing/states.ts';
import type { AppointmentState } from './appointment.ts';
import { attendanceOf } from './attendance.ts';
import { changeAppointment } from './change-appointment.ts';
import { changedFields } from './changed-fields.ts';

const known = roomsKnown('hall', 'attic', 'barn');
const input = { revision: 'after', now: Date.parse('2026-10-06T08:00:00.000Z'), known };
const change = (state: AppointmentState, patch: Parameters<typeof patchOf>[0]) =>
  changeAppointment(state, patchOf(patch), input);
const booked = (...roomIds: string[]) => roomIds.map((roomId) => ({ roomId }));

/** What a client may say of the places of an appointment; null clears. */
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

function patchOfVenue({ rooms, address, onlineAddress, ...rest }: Venue) {
  const clear = [
    ...(rooms?.length === 0 ? ['rooms'] : []),
    ...(address === null ? ['address'] : []),
    ...(onlineAddress === null ? ['online_address'] : []),
  ];
  return {
    ...rest,
    clear,
    ...(rooms ? { rooms: booked(...rooms) } : {}),
    ...(typeof address === 'string' ? { address } : {}),
    ...(typeof onlineAddress === 'string' ? { onlineAddress } : {}),
  };
}

const states = fc
  .array(venues, { maxLength: 6 })
  .map((patches) => patches.reduce((state, patch) => change(state, patchOfVenue(patch)).next, stateOf()));

/** What is no field of the contract, and the marks of a change itself. */
const UNSEEN = ['id', 'courseIds', 'addressIsOwn', 'sequence', 'revision', 'createdAt', 'updatedAt'];

/** How the API spells what the state keeps under another name. */
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
  it('say what the venue says, wherever there is one, and however it came there', () => {
    fc.assert(
      fc.property(states, (state) => {
        if (state.roomIds.length === 0 && state.address === null && state.onlineAddress === null) return;
        expect(state).toMatchObject(attendanceOf(state));
        expect(state.isOnline && state.isHybrid).toBe(false);
      }),
    );
  });

  it('are the hints where nothing is said of a venue and there is none', () => {
    const hinted = change(stateOf(), { isOnline: true }).next;
    expect(hinted).toMatchObject({ isOnline: true, isHybrid: false });
    expect(change(hinted, { title: 'Lecture' }).next).toMatchObject({ isOnline: true });
    expect(change(hinted, { clear: ['is_online'] }).next).toMatchObject({ isOnline: false });
    expect(change(hinted, { isHybrid: true, clear: ['rooms'] }).next).toMatchObject({
      isOnline: false,
      isHybrid: false,
    });
  });

  it('are no hints where there is a venue', () => {
    const { next } = change(stateOf({ roomIds: ['hall'], setupIds: [null] }), { isOnline: true, isHybrid: true });
    expect(next).toMatchObject({ isOnline: false, isHybrid: false });
  });
});

describe('the address', () => {
  it('is its own from the request that gives it until one that clears it, and else that of the first room', () => {
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

  it('that is given as it was is written, seen by nobody, and follows no more', () => {
    const state = stateOf({ roomIds: ['hall'], setupIds: [null], address: 'Street of hall' });
    const { next, changed, isWritten } = change(state, { address: 'Street of hall' });
    expect([changed, isWritten]).toEqual([[], true]);
    expect(next).toEqual({ ...state, addressIsOwn: true });
    expect(change(next, { rooms: booked('barn') }).next.address).toBe('Street of hall');
  });
});

describe('a change', () => {
  it('is told by what differs, and has a new revision and the next sequence, or is none', () => {
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

  it('of any one value that a reader sees is told under the name of its field', () => {
    const seen = Object.keys(stateOf()).filter((name) => !UNSEEN.includes(name));
    const changed = seen.flatMap((name) => {
      const next = { ...stateOf(), [name]: name === 'appointmentType' ? { id: 'other' } : ['other'] };
      return changedFields(stateOf(), next as unknown as AppointmentState);
    });
    expect(changed).toEqual(seen.flatMap((name) => SHOWN_AS[name] ?? [name]));
  });

  it('clears what is both given and cleared', () => {
    const { next } = change(stateOf({ notes: 'Chalk' }), { notes: 'Pen', clear: ['notes'] });
    expect(next.notes).toBeNull();
  });

  it('knows the setup of a room that stays', () => {
    const state = stateOf({ roomIds: ['hall'], setupIds: ['gone'], address: 'Street of hall' });
    const rooms = [{ roomId: 'attic' }, { roomId: 'HALL', setupId: 'GONE' }];
    expect(change(state, { rooms }).next).toMatchObject({ roomIds: ['attic', 'hall'], setupIds: [null, 'gone'] });
    const unknown = () => change(state, { rooms: [{ roomId: 'hall', setupId: 'other' }] });
    expect(unknown).toThrow(
      expect.objectContaining({ violations: [expect.objectContaining({ pointer: '/rooms/0/setupId' })] }),
    );
  });
});
