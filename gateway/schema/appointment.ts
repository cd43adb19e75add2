import { type Static, Type } from 'typebox';
import { Room, RoomSetup, roomExample } from './room.ts';
import { Id, Instant, Int32, nullable } from './types.ts';

/** What an appointment shows of a user (spec: AppointmentSafeUser). */
export const AppointmentSafeUser = Type.Object(
  {
    id: Id('The user’s id.'),
    name: Type.String({ description: 'The user’s name.' }),
    email: Type.String({ description: 'The user’s email.' }),
    firstName: nullable(Type.String({ description: 'Given name.' })),
    lastName: nullable(Type.String({ description: 'Family name.' })),
    image: nullable(Type.String({ description: 'URL of a picture.' })),
  },
  { title: 'AppointmentSafeUser' },
);

const AppointmentRoomBooking = Type.Object(
  {
    roomId: Id('The booked room.'),
    setupId: nullable(Id('The requested setup; null for the room’s default setup.')),
    room: Room,
    setup: nullable(RoomSetup),
  },
  {
    title: 'AppointmentRoomBooking',
    description: '`setup` is the setup in effect; null if the room has no default setup.',
  },
);

const AppointmentLayer = Type.Object(
  {
    layerId: Id('The attached layer, as given in `courseIds`.'),
    layer: nullable(
      Type.Object({ id: Id('The layer’s id.'), name: Type.String({ description: 'The layer’s name.' }) }),
    ),
    course: nullable(
      Type.Object({
        id: Id('The course entity’s id.'),
        code: nullable(Type.String({ description: 'The course’s code.' })),
        name: Type.String({ description: 'The course’s name.' }),
      }),
    ),
  },
  { title: 'AppointmentLayer' },
);

const AppointmentOrganizer = Type.Object(
  { organizerId: Id('The organizing user.') },
  { title: 'AppointmentOrganizer' },
);

const AppointmentUserParticipant = Type.Object(
  { userId: Id('The user’s id.'), user: AppointmentSafeUser },
  { title: 'AppointmentUserParticipant' },
);

const AppointmentUserGroup = Type.Object(
  {
    userGroupId: Id('The invited group.'),
    userGroup: Type.Object({ id: Id('The group’s id.'), name: Type.String({ description: 'The group’s name.' }) }),
  },
  { title: 'AppointmentUserGroup' },
);

const AppointmentType = Type.Object(
  {
    id: Id('The type’s id.'),
    name: Type.String({ description: 'The type’s name.' }),
    color: nullable(Type.String({ description: 'Such as `#1c4e80`.' })),
  },
  { title: 'AppointmentType' },
);

const AppointmentSeries = Type.Object(
  { id: Id('The series’ id.'), name: Type.String({ description: 'The series’ name.' }) },
  { title: 'AppointmentSeries' },
);

/** An appointment as every answer shows it (spec: Appointment; decisions 1.2, 8). */
export const Appointment = Type.Object(
  {
    id: Id('The appointment’s id.'),
    title: Type.String({ description: 'As given.' }),
    notes: Type.Optional(Type.String({ description: 'Free text. Absent if there is none.' })),
    dateTime: Instant('When it begins.'),
    duration: Int32('Its length in minutes.', { minimum: 1, examples: [90] }),
    isOnline: Type.Boolean({ description: 'Whether it takes place online only.' }),
    isHybrid: Type.Boolean({ description: 'Whether it takes place online and also in a room or at an address.' }),
    onlineAddress: Type.Optional(
      Type.String({ description: 'The URL of the online meeting. Absent if there is none.' }),
    ),
    address: Type.Optional(
      Type.String({
        description:
          'The address you gave, otherwise that of the first booked room’s location. Absent if there is none.',
      }),
    ),
    location: nullable(Type.String({ description: 'Free-text label.' })),
    provider: Type.Optional(
      Type.String({
        description:
          'The provider of the online meeting, from the host of `onlineAddress`: `zoom`, `teams`, `google_meet`, `webex` or `other`. Absent without an `onlineAddress`.',
      }),
    ),
    roomId: nullable(
      Type.String({ description: 'Deprecated: use `appointmentRooms`. The first booked room.', deprecated: true }),
    ),
    appointmentRooms: Type.Array(AppointmentRoomBooking, { description: 'The booked rooms, in the order given.' }),
    appointmentLayers: Type.Array(AppointmentLayer, {
      description: 'The layers of the attached courses, in the order given.',
    }),
    organizerUsers: Type.Array(AppointmentOrganizer, { description: 'The organizers, in the order given.' }),
    appointmentUsers: Type.Array(AppointmentUserParticipant, {
      description: 'The additional participants, in the order given.',
    }),
    appointmentCreator: Type.Array(AppointmentUserParticipant, {
      description: 'The administrator who created the integration. Empty if unknown.',
    }),
    appointmentUserGroups: Type.Array(AppointmentUserGroup, {
      description: 'The invited user groups, in the order given.',
    }),
    appointmentType: nullable(AppointmentType),
    series: nullable(AppointmentSeries),
  },
  { title: 'Appointment' },
);
export type AppointmentView = Static<typeof Appointment>;

const user = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11',
  name: 'Ada Albrecht',
  email: 'ada.albrecht@nordhafen.example',
  firstName: 'Ada',
  lastName: 'Albrecht',
  image: null,
};
const userGroup = { id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b51', name: 'First year' };

export const appointmentExample: AppointmentView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1001',
  title: 'Analysis I, lecture 1',
  dateTime: '2026-10-12T08:00:00.000Z',
  duration: 90,
  isOnline: false,
  isHybrid: true,
  onlineAddress: 'https://nordhafen.zoom.us/j/8412345678',
  address: 'Hafenstraße 12, 20457 Hamburg',
  location: null,
  provider: 'zoom',
  roomId: roomExample.id,
  appointmentRooms: [
    { roomId: roomExample.id, setupId: null, room: roomExample, setup: roomExample.setups[0] ?? null },
  ],
  appointmentLayers: [
    {
      layerId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0c02',
      layer: { id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0c02', name: 'Analysis I' },
      course: { id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0c01', code: 'MATH-101', name: 'Analysis I' },
    },
  ],
  organizerUsers: [{ organizerId: user.id }],
  appointmentUsers: [{ userId: user.id, user }],
  appointmentCreator: [{ userId: user.id, user }],
  appointmentUserGroups: [{ userGroupId: userGroup.id, userGroup }],
  appointmentType: { id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1101', name: 'Lecture', color: '#1c4e80' },
  series: null,
};
