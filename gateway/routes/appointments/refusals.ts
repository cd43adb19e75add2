import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { refusals as kinds } from '../../problem/refusals.ts';
import { roomOverlapExample } from '../../schema/room-overlap.ts';

/** Refusals of appointments as the OpenAPI document shows them, with their extension members (decisions 3.6, 8.3). */
export const refusals = {
  disabled: new Refusal(kinds.SCHEDULING_DISABLED),
  booked: new Refusal(kinds.ROOM_BOOKED, { extensions: { conflictingAppointment: roomOverlapExample } }),
} as const;
