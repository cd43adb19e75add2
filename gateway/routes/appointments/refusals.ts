import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { refusals as kinds } from '../../problem/refusals.ts';
import { appointmentExample } from '../../schema/appointment.ts';
import { roomExample } from '../../schema/room.ts';

/** Refusals of appointments as the OpenAPI document shows them, with their extension members (decisions 3.6, 8.3). */
export const refusals = {
  disabled: new Refusal(kinds.SCHEDULING_DISABLED),
  booked: new Refusal(kinds.ROOM_BOOKED, {
    extensions: {
      conflictingAppointment: {
        id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1002',
        roomId: roomExample.id,
        dateTime: appointmentExample.dateTime,
        duration: 60,
      },
    },
  }),
} as const;
