/** Calendar feeds: their list, and how they are made. */
export const calendarFeeds = {
  about: (institution: string) =>
    `Private links that let calendar apps subscribe to calendars of ${institution} without signing in.`,
  create: 'Create calendar feed',
  calendarOf: 'Calendar of',
  lastRead: 'Last read',
  personAsOrganizer: 'Person, as organizer',
  shown: (count: number) => `${count} shown, oldest first`,
  none: 'No calendar feeds',
  noneText:
    'A feed lets calendar apps show the appointments of a course, a room or a person. Create one here, or let an integration do it.',
  created: 'The calendar feed was created.',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke ${name}`,
  revokeQuestion: (name: string) => `Revoke ${name}?`,
  addressEnds: 'Its address stops working within seconds. You can’t undo this.',
  appsStop: 'Calendar apps that use it stop showing new appointments. A new feed gets a new address.',
  revoked: 'The calendar feed was revoked.',
  findFirst: 'Find the course, room or person first.',
  targets: 'Courses, rooms and people',
  target: 'Course, room or person',
  found: 'Found',
  whose: 'Whose calendar?',
  whoseText:
    'Courses, rooms and people whose names, codes or emails contain what you type are listed here. Choose one.',
  nothingFoundText: 'Type another part of the name. You can’t create feeds for archived records.',
  findAnother: 'Find another',
  aboutName: 'Shown in calendar apps.',
  appointments: 'Appointments',
  asAny: 'As organizer or participant',
  asOrganizer: 'As organizer only',
  aboutRole: 'The feed of a participant also has the appointments of their user groups.',
  copyNow: 'Copy the address now',
  subscribe:
    'Subscribe to it in a calendar app. Anyone with the address can read the calendar without signing in, until you revoke the feed.',
  shownBefore:
    'You already submitted this form, and the address was shown then. To get a new one, revoke this feed and create another.',
  goToFeeds: 'Go to calendar feeds',
};
