import { type Static, Type } from 'typebox';
import { Id, Instant, Int32 } from './types.ts';

/** An appointment that has booked a room at the time of another one. */
export const RoomOverlap = Type.Object(
  {
    id: Id('The appointment’s id.'),
    roomId: Id('The room that both appointments need.'),
    dateTime: Instant('When it begins.'),
    duration: Int32('The duration in minutes.', { minimum: 1 }),
  },
  { title: 'RoomOverlap' },
);
export type RoomOverlap = Static<typeof RoomOverlap>;

export const roomOverlapExample: RoomOverlap = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1002',
  roomId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0e01',
  dateTime: '2026-10-12T09:00:00.000Z',
  duration: 60,
};
