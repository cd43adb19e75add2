import type { AreaName } from '../../platform/core/grant.ts';

interface Tag {
  /** What an integration needs for an operation of the group; null for nothing. */
  readonly area: AreaName | null;
  /** In the document. */
  readonly description: string;
}

/** The groups of operations. */
export const tags = {
  Users: {
    area: 'users',
    description:
      'The users of the institution: for directory sync, and for look-ups of the users that appointments and time records refer to.',
  },
  'User groups': {
    area: 'users',
    description: 'Groups of users, which appointments invite as a whole, and the members of a group.',
  },
  Courses: {
    area: 'courses',
    description: 'Courses, each with the layer that appointments attach to.',
  },
  Appointments: {
    area: 'appointments',
    description:
      'Appointments with their rooms, organizers and participants, those of a course, and their calendars (RFC 5545).',
  },
  'Calendar feeds': {
    area: 'appointments',
    description:
      'Secret URLs for people who subscribe to a calendar. A calendar program reads one calendar at each URL, without credentials.',
  },
  Curricula: {
    area: 'curricula',
    description: 'Curricula, complete curriculum versions, and the pathways of a version.',
  },
  'Continuing education': {
    area: 'continuing-education',
    description: 'Continuing-education programs, their versions, and the cohorts of a version.',
  },
  Locations: {
    area: 'locations',
    description: 'Locations, and the rooms of a location.',
  },
  Rooms: {
    area: 'locations',
    description: 'Rooms and their setups.',
  },
  'Time tracking': {
    area: 'time-tracking',
    description: 'Sessions, pauses, timestamps and logs of members, for badge terminals and HR systems.',
  },
  Events: {
    area: 'events',
    description: 'The feed of all changes, including deletions. Use it instead of polling lists.',
  },
  Webhooks: {
    area: 'events',
    description: 'Endpoints of the institution that receive signed events, and the result of each delivery.',
  },
  Activity: {
    area: null,
    description: 'What happened to your requests: records, sums, and who you are.',
  },
} as const satisfies Record<string, Tag>;

export type TagName = keyof typeof tags;
