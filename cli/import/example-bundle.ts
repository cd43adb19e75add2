import type { Bundle } from './sections.ts';

/** A small institution to start from; docs/import-format.md shows it. */
export const exampleBundle: Bundle = {
  institution: {
    ref: 'example',
    name: 'Example School',
    administrators: ['ada'],
    settings: { time_tracking_timezone: 'Europe/Berlin', user_code_format: 'EX-[0][0][0][0]' },
  },
  users: [
    { ref: 'ada', email: 'ada@school.example', name: 'Ada Example', code: 'EX-0001' },
    { ref: 'ben', email: 'ben@school.example', firstName: 'Ben', lastName: 'Example', code: 'EX-0002' },
  ],
  userGroups: [{ ref: 'teachers', name: 'Teachers', members: ['ada'] }],
  courses: [{ ref: 'maths', code: 'MATH-1', name: 'Mathematics' }],
  appointmentTypes: [{ ref: 'lecture', name: 'Lecture' }],
  locations: [
    {
      ref: 'main',
      name: 'Main Building',
      address: '1 School Street',
      rooms: [{ ref: 'room-1', name: 'Room 1', capacity: 30 }],
    },
  ],
};
