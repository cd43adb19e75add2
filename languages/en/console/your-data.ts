import { type Fragment, rich } from '../../rich.ts';

/** The archive of all data of the institution. */
export const yourData = {
  title: 'Your data',
  about: (institution: string) => `Everything that is stored of ${institution}, as one file.`,
  guide: 'How to read it',
  make: 'Make archive',
  aboutMaking:
    'It takes a few minutes. Stay signed in until it is made. It is kept for a day, and takes the place of the one before.',
  requested: 'Requested',
  requestedBy: (when: Fragment, who: string) => rich`${when} by ${who}`,
  size: 'Size',
  kilobytes: (size: string) => `${size} kB`,
  megabytes: (size: string) => `${size} MB`,
  gigabytes: (size: string) => `${size} GB`,
  keptUntil: 'Kept until',
  hasBegun: 'The archive is being made: it has begun.',
  isRunning: (done: number, total: number) => `The archive is being made: ${done} of ${total} steps are done.`,
  showAgain: 'Show again',
  failed: 'The archive could not be made. Make it again.',
  isReady: 'The archive is ready.',
  download: 'Download',
  content: 'What is in it',
  records:
    'Records as the API shows them, a line each: people, groups, courses, appointments, curricula, continuing education, locations, rooms, events.',
  timeRecords: 'All time records, as Export CSV has them.',
  rows: 'The rows of all tables, with the audit and the requests of integrations, and a description of every field.',
  notInIt:
    'Not in it: secrets, passkeys and other credentials, not even as hashes; traces of requests, such as their IDs; and what lives only for a moment, such as sessions. Who asks for the archive and who downloads it is in the audit.',
};
