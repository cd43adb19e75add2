import type { AppointmentState } from './appointment.ts';

/** The fields in which two states of an appointment differ to a reader, by their proto names. A type's new name is the type's change. */
export function changedFields(before: AppointmentState, after: AppointmentState): string[] {
  return Object.entries(FIELDS)
    .filter(([, shown]) => JSON.stringify(shown(before)) !== JSON.stringify(shown(after)))
    .map(([name]) => name);
}

/** What readers see under each proto name, but for the marks of a change itself. */
const FIELDS: Readonly<Record<string, (appointment: AppointmentState) => unknown>> = {
  title: ({ title }) => title,
  notes: ({ notes }) => notes,
  date_time: ({ date_time }) => date_time,
  duration: ({ duration }) => duration,
  is_online: ({ is_online }) => is_online,
  is_hybrid: ({ is_hybrid }) => is_hybrid,
  online_address: ({ online_address }) => online_address,
  address: ({ address }) => address,
  location: ({ location }) => location,
  provider: ({ provider }) => provider,
  rooms: ({ room_ids, setup_ids }) => [room_ids, setup_ids],
  layers: ({ layer_ids }) => layer_ids,
  organizer_ids: ({ organizer_ids }) => organizer_ids,
  user_ids: ({ user_ids }) => user_ids,
  user_group_ids: ({ user_group_ids }) => user_group_ids,
  creator_user_id: ({ creator_user_id }) => creator_user_id,
  appointment_type: ({ appointment_type }) => appointment_type?.id ?? null,
};
