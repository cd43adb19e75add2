import { type Static, Type } from 'typebox';
import { RoomSchema, RoomSetupSchema } from '../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { representation } from './contract.ts';
import { Id, Instant, nullable } from './types.ts';

/** A way to furnish a room (decisions 7.4). */
export const RoomSetup = representation('RoomSetup', RoomSetupSchema, {
  id: Id('The setup’s id.'),
  name: { text: 'The setup’s name.', example: 'Rows' },
  capacity: { text: 'Number of seats in this setup; null if not stated.', example: 40 },
  isDefault: 'Whether this is the default setup, which is used if a request names none.',
});
export type RoomSetupView = Static<typeof RoomSetup>;

/** A room as every answer shows it (decisions 7.4). */
export const Room = representation('Room', RoomSchema, {
  id: Id('The room’s id.'),
  name: { text: 'The room’s name.', example: 'A 101' },
  locationId: Id('The location that the room is in.'),
  institutionId: Id('The institution that the room belongs to.'),
  capacity: { text: 'Number of seats; null if not stated.', example: 40 },
  isArchived: 'Archived rooms stay readable, but new references to them are rejected.',
  setups: Type.Array(RoomSetup, {
    description: 'The ways to furnish the room, ordered by name. A room may have none.',
  }),
  createdAt: Instant('When the room was created.'),
  updatedAt: Instant('When the room or one of its setups was last changed.'),
  revision: null,
});
export type RoomView = Static<typeof Room>;

/** A filter of lists of rooms. */
export const RoomsUpdatedSince = Type.Optional(
  Instant('Only rooms that have changed at or after this instant, themselves or one of their setups.'),
);

/** A room that is not booked (decisions 15.2). */
export const FreeRoom = Type.Object(
  {
    ...Room.properties,
    setup: nullable(RoomSetup),
  },
  {
    title: 'FreeRoom',
    description:
      '`setup` is the setup to book: the default setup if it has the requested seats, otherwise the smallest that has them; null if the room itself has them without a setup.',
  },
);
export type FreeRoomView = Static<typeof FreeRoom>;

export const roomExample: RoomView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0e01',
  name: 'A 101',
  locationId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0d01',
  institutionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0a01',
  capacity: 40,
  isArchived: false,
  setups: [{ id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0f01', name: 'Rows', capacity: 40, isDefault: true }],
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
};

export const freeRoomExample: FreeRoomView = {
  ...roomExample,
  setup: { id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0f01', name: 'Rows', capacity: 40, isDefault: true },
};
