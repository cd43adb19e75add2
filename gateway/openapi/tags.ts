/** The groups of operations, each with its description in the document. */
export const tags = {
  Users: 'The people of the institution: for directory sync, and whom appointments and time records name.',
  Courses: 'Courses, each with its layer, by which appointments refer to it; and the appointments of a course.',
  Appointments: 'What takes place when: with rooms, organizers and participants; and calendars of it (RFC 5545).',
  'Calendar feeds':
    'Secret addresses at which calendar programs read one calendar each, without credentials: for people.',
  Curricula: 'Curricula, their versions in full depth, and the pathways of a version.',
  'Continuing education': 'Study programs of continuing education, their versions, and the cohorts of a version.',
  Locations: 'Where rooms are, and the rooms of a location.',
  Rooms: 'Rooms, and how each can be set up.',
  'Time tracking': 'Sessions, pauses, timestamps and logs of members, for badge terminals and HR systems.',
  Events: 'The feed of everything that has changed, deletions included: for those who would poll lists otherwise.',
  Webhooks: 'Endpoints of the institution to which events are posted, signed, and what became of each delivery.',
} as const;

export type TagName = keyof typeof tags;
