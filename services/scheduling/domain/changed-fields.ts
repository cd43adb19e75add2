import { changesOf } from '../../../platform/core/changes-of.ts';
import { AppointmentSchema } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentState } from './appointment.ts';

/**
 * The fields that differ between two states of an appointment, as the API shows them. A type's new name is a change of
 * the type, not of the appointment.
 */
export const changedFields = changesOf(AppointmentSchema, {
  rooms: {
    roomId: ({ roomIds }: AppointmentState) => roomIds[0],
    appointmentRooms: ({ roomIds, setupIds }: AppointmentState) => [roomIds, setupIds],
  },
  layers: { appointmentLayers: ({ layerIds }: AppointmentState) => layerIds },
  organizerIds: { organizerUsers: ({ organizerIds }: AppointmentState) => organizerIds },
  userIds: { appointmentUsers: ({ userIds }: AppointmentState) => userIds },
  userGroupIds: { appointmentUserGroups: ({ userGroupIds }: AppointmentState) => userGroupIds },
  creatorUserId: { appointmentCreator: ({ creatorUserId }: AppointmentState) => creatorUserId },
  appointmentType: { appointmentType: ({ appointmentType }: AppointmentState) => appointmentType?.id },
  series: {},
  courseIds: {},
  appointmentTypeId: {},
});
