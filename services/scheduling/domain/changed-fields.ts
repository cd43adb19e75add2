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
  dateTime: ({ dateTime }) => dateTime,
  duration: ({ duration }) => duration,
  isOnline: ({ isOnline }) => isOnline,
  isHybrid: ({ isHybrid }) => isHybrid,
  onlineAddress: ({ onlineAddress }) => onlineAddress,
  address: ({ address }) => address,
  location: ({ location }) => location,
  provider: ({ provider }) => provider,
  rooms: ({ roomIds, setupIds }) => [roomIds, setupIds],
  layers: ({ layerIds }) => layerIds,
  organizerIds: ({ organizerIds }) => organizerIds,
  userIds: ({ userIds }) => userIds,
  userGroupIds: ({ userGroupIds }) => userGroupIds,
  creatorUserId: ({ creatorUserId }) => creatorUserId,
  appointmentType: ({ appointmentType }) => appointmentType?.id ?? null,
};
