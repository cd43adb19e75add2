import { changedAt } from '../../../platform/core/instant.ts';
import type { AppointmentState } from './appointment.ts';

/** The deleted appointment, with a new sequence, so that calendars cancel it. @param now in epoch milliseconds */
export function deleteAppointment(
  current: AppointmentState,
  { revision, now }: { readonly revision: string; readonly now: number },
): AppointmentState {
  return { ...current, sequence: current.sequence + 1, revision, updatedAt: changedAt(current.updatedAt, now) };
}
