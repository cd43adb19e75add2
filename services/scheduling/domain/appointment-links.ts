import type { AppointmentState } from './appointment.ts';

/** What lists are filtered by. */
export type LinkKind = 'course' | 'room' | 'organizer' | 'user';

/** An appointment's entry among those of a course, a room, an organizer or a participant. */
export interface AppointmentLink {
  readonly appointmentId: string;
  readonly kind: LinkKind;
  readonly targetId: string;
  /** The appointment's: instant text. */
  readonly dateTime: string;
}

/** Under what an appointment is found, each once. */
export function linksOf({
  id,
  date_time,
  course_ids,
  room_ids,
  organizer_ids,
  user_ids,
}: AppointmentState): AppointmentLink[] {
  const links = (kind: LinkKind, targetIds: readonly string[]): AppointmentLink[] =>
    [...new Set(targetIds)].map((targetId) => ({ appointmentId: id, kind, targetId, dateTime: date_time }));
  return [
    ...links('course', course_ids),
    ...links('room', room_ids),
    ...links('organizer', organizer_ids),
    ...links('user', user_ids),
  ];
}

/** Whether a change leaves an appointment to be found just where it was. */
export function hasSameLinks(before: AppointmentState, after: AppointmentState): boolean {
  return JSON.stringify(linksOf(before)) === JSON.stringify(linksOf(after));
}
