import type { Course } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import type {
  Appointment,
  AppointmentLayer,
  RoomBooking,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { asView } from '../../endpoint/envelope.ts';
import type { AppointmentView } from '../../schema/appointment.ts';
import { roomSetupView, roomView } from '../rooms/room-view.ts';
import type { ReferenceData, ShownUser } from './reference-data.ts';

/**
 * An appointment as the specification shows it, with the records it refers to. A record that its service no longer has
 * is left out where the specification requires one (room, user, group), and null where it may be null (layer, course).
 */
export function appointmentView(appointment: Appointment, referenceData: ReferenceData): AppointmentView {
  const { creatorUserId } = appointment;
  return {
    ...asView<Plain, Appointment>(appointment),
    roomId: appointment.rooms[0]?.roomId ?? null,
    appointmentRooms: appointment.rooms.flatMap((booking) => roomBookingView(booking, referenceData)),
    appointmentLayers: appointment.layers.map((layer) => layerView(layer, referenceData)),
    organizerUsers: appointment.organizerIds.map((organizerId) => ({ organizerId })),
    appointmentUsers: appointment.userIds.flatMap((userId) => participantView(userId, referenceData)),
    appointmentCreator: creatorUserId === undefined ? [] : participantView(creatorUserId, referenceData),
    appointmentUserGroups: appointment.userGroupIds.flatMap((userGroupId) => userGroupView(userGroupId, referenceData)),
  };
}

/** The properties that the answer shows as the message has them. */
type Plain = Omit<
  AppointmentView,
  | ('roomId' | 'appointmentRooms' | 'appointmentLayers' | 'organizerUsers' | 'appointmentUsers')
  | ('appointmentCreator' | 'appointmentUserGroups')
>;

function roomBookingView({ roomId, setupId }: RoomBooking, { rooms }: ReferenceData) {
  const room = rooms.get(roomId);
  if (!room) return [];
  const setup = room.setups.find(({ id, isDefault }) => (setupId === undefined ? isDefault : id === setupId));
  return [{ roomId, setupId: setupId ?? null, room: roomView(room), setup: setup ? roomSetupView(setup) : null }];
}

function layerView({ layerId }: AppointmentLayer, { layers }: ReferenceData) {
  const layer = layers.get(layerId);
  return { layerId, layer: layer ?? null, course: layer?.course ? courseSummaryView(layer.course) : null };
}

const courseSummaryView = asView<NonNullable<AppointmentView['appointmentLayers'][number]['course']>, Course>;

function participantView(userId: string, { users }: ReferenceData) {
  const user = users.get(userId);
  return user ? [{ userId, user: safeUserView(user) }] : [];
}

/** The fields of a user that an appointment shows. */
const safeUserView = asView<AppointmentView['appointmentUsers'][number]['user'], ShownUser>;

function userGroupView(userGroupId: string, { userGroups }: ReferenceData) {
  const userGroup = userGroups.get(userGroupId);
  return userGroup ? [{ userGroupId, userGroup }] : [];
}
