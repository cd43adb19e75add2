import type { AppointmentState } from './appointment.ts';

/** The kinds of records by which lists can be filtered. */
export type LinkKind = 'course' | 'room' | 'organizer' | 'user' | 'group';

/** An appointment's entry in the list of a course, a room, an organizer, a participant or an invited group. */
export interface AppointmentLink {
  readonly appointmentId: string;
  readonly kind: LinkKind;
  readonly targetId: string;
  /** The appointment's start: instant text. */
  readonly dateTime: string;
}

/** All entries under which an appointment is found, each once. */
export function linksOf({
  id,
  dateTime,
  courseIds,
  roomIds,
  organizerIds,
  userIds,
  userGroupIds,
}: AppointmentState): AppointmentLink[] {
  const links = (kind: LinkKind, targetIds: readonly string[]): AppointmentLink[] =>
    [...new Set(targetIds)].map((targetId) => ({ appointmentId: id, kind, targetId, dateTime: dateTime }));
  return [
    ...links('course', courseIds),
    ...links('room', roomIds),
    ...links('organizer', organizerIds),
    ...links('user', userIds),
    ...links('group', userGroupIds),
  ];
}

/** Whether an appointment is found in the same lists after a change. */
export function hasSameLinks(before: AppointmentState, after: AppointmentState): boolean {
  return JSON.stringify(linksOf(before)) === JSON.stringify(linksOf(after));
}
