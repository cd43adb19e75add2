import { type Static, Type } from 'typebox';
import {
  type Appointment as AppointmentMessage,
  AppointmentSchema,
} from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { AppointmentTypeSchema } from '../../proto/gen/lyceum/scheduling/v1/appointment_type_pb.ts';
import { representation, type Words } from './contract.ts';
import { deprecated } from './deprecation.ts';
import { Room, RoomSetup, roomExample } from './room.ts';
import { Id, nullable } from './types.ts';

/** The fields of a user that an appointment shows. */
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

const AppointmentType = representation('AppointmentType', AppointmentTypeSchema, {
  id: Id('The type’s id.'),
  name: 'The type’s name.',
  color: 'Such as `#1c4e80`.',
});

const AppointmentSeries = Type.Object(
  { id: Id('The series’ id.'), name: Type.String({ description: 'The series’ name.' }) },
  { title: 'AppointmentSeries' },
);

/** An appointment as every answer shows it, and as bodies give it (decisions 1.2, 8). */
export const appointmentWords = {
  id: Id('The appointment’s id.'),
  title: { text: 'As given.', input: 'What it is called.', example: 'Lecture 1' },
  notes: { text: 'Free text. Absent if there is none.', input: 'Free text.', isAbsent: true },
  dateTime: {
    text: 'When it begins.',
    input: 'When it begins, with an offset: `Z`, `+HH:MM` or `-HH:MM`.',
    example: '2026-10-01T08:00:00.000Z',
  },
  duration: { text: 'Its length in minutes.', example: 90 },
  courseIds: {
    input: 'The **layer ids** of the courses to attach (`layerId` in GET /courses), not their entity ids.',
  },
  isOnline: {
    text: 'Whether it takes place online only.',
    input: 'Used only without `rooms`, `address` and `onlineAddress`; otherwise derived from them. False by default.',
    isCleared: true,
  },
  isHybrid: {
    text: 'Whether it takes place online and also in a room or at an address.',
    input: 'Used only under the same conditions as `isOnline`.',
    isCleared: true,
  },
  onlineAddress: {
    text: 'The URL of the online meeting. Absent if there is none.',
    input: 'The URL of the online meeting; absolute, with http or https.',
    example: 'https://nordhafen.zoom.us/j/8412345678',
    isAbsent: true,
  },
  address: {
    text: 'The address you gave, otherwise that of the first booked room’s location. Absent if there is none.',
    input:
      'By default the address of the first booked room’s location. It follows that room until you give an address.',
    isAbsent: true,
  },
  location: { text: 'Free-text label.', example: 'Main entrance' },
  provider: {
    text: 'The provider of the online meeting, from the host of `onlineAddress`: `zoom`, `teams`, `google_meet`, `webex` or `other`. Absent without an `onlineAddress`.',
    isAbsent: true,
  },
  roomId: nullable(
    Type.String({
      description: 'Deprecated: use `appointmentRooms`. The first booked room.',
      ...deprecated({ since: '2026-11-22T00:00:00.000Z', anchor: 'what-is-deprecated-today' }),
    }),
  ),
  rooms: {
    input: 'The rooms to book. Each room may occur once.',
    isCleared: true,
    body: Type.Array(
      Type.Object(
        {
          roomId: Id('A room of the institution.'),
          setupId: Type.Optional(nullable(Id('One of the setups of the room. Null or absent: the default setup.'))),
        },
        { title: 'AppointmentRoomInput', additionalProperties: false },
      ),
      { maxItems: 100 },
    ),
  },
  appointmentRooms: Type.Array(AppointmentRoomBooking, { description: 'The booked rooms, in the order given.' }),
  layers: null,
  appointmentLayers: Type.Array(AppointmentLayer, {
    description: 'The layers of the attached courses, in the order given.',
  }),
  organizerIds: { input: 'The organizing users.', isCleared: true },
  organizerUsers: Type.Array(AppointmentOrganizer, { description: 'The organizers, in the order given.' }),
  userIds: { input: 'The additional participants.', isCleared: true },
  appointmentUsers: Type.Array(AppointmentUserParticipant, {
    description: 'The additional participants, in the order given.',
  }),
  creatorUserId: null,
  appointmentCreator: Type.Array(AppointmentUserParticipant, {
    description: 'The administrator who created the integration. Empty if unknown.',
  }),
  userGroupIds: { input: 'The user groups to invite.', isCleared: true },
  appointmentUserGroups: Type.Array(AppointmentUserGroup, {
    description: 'The invited user groups, in the order given.',
  }),
  appointmentTypeId: {
    input: 'An appointment type of the institution.',
    body: nullable(Type.String({ minLength: 1, maxLength: 64 })),
  },
  appointmentType: nullable(AppointmentType),
  series: nullable(AppointmentSeries),
  createdAt: null,
  updatedAt: null,
  revision: null,
  sequence: null,
} satisfies Words<AppointmentMessage>;

export const Appointment = representation('Appointment', AppointmentSchema, appointmentWords);
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
