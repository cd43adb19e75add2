/** The groups of operations, each with its description in the document. */
export const tags = {
  Users:
    'The users of the institution: for directory sync, and for look-ups of the users that appointments and time records refer to.',
  'User groups': 'Groups of users, which appointments invite as a whole, and the members of a group.',
  Courses: 'Courses, each with the layer that appointments attach to, and the appointments of a course.',
  Appointments: 'Appointments with their rooms, organizers and participants, and their calendars (RFC 5545).',
  'Calendar feeds':
    'Secret URLs for people who subscribe to a calendar. A calendar program reads one calendar at each URL, without credentials.',
  Curricula: 'Curricula, complete curriculum versions, and the pathways of a version.',
  'Continuing education': 'Continuing-education programs, their versions, and the cohorts of a version.',
  Locations: 'Locations, and the rooms of a location.',
  Rooms: 'Rooms and their setups.',
  'Time tracking': 'Sessions, pauses, timestamps and logs of members, for badge terminals and HR systems.',
  Events: 'The feed of all changes, including deletions. Use it instead of polling lists.',
  Webhooks: 'Endpoints of the institution that receive signed events, and the result of each delivery.',
  Activity: 'What happened to your requests: records, sums, and who you are.',
} as const;

export type TagName = keyof typeof tags;
