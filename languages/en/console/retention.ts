import { countedIn } from '../../counted.ts';
import { type Fragment, rich } from '../../rich.ts';

const counted = countedIn('en');

/** How long things are kept. */
export const retention = {
  title: 'Retention',
  about: (institution: string) =>
    `What ${institution} does not keep for ever goes by itself, day by day. Leave a field empty to keep it. People on hold stay, with all that is theirs.`,
  save: 'Save retention',
  saveQuestion: 'Save retention?',
  saved: 'Retention was saved.',
  preview: 'Preview',
  previewOn: 'Preview on',
  typeNumbers: 'Type whole numbers to see what would go.',
  firstRun: (what: Fragment) => rich`The first run takes ${what}.`,
  forGood: 'People are erased without days in which it could be taken back. None of it can be brought back.',
  fields: {
    retention_people_months: {
      label: 'Erase archived people after (months)',
      help: 'From the day on which they were archived.',
    },
    retention_notes_months: {
      label: 'Remove notes after (months)',
      help: 'Notes of time records, from the day on which the record ended.',
    },
    retention_hours_years: {
      label: 'Remove hours after (years)',
      help: 'Time records, from the day on which they ended. Open sessions stay.',
    },
    retention_audit_years: {
      label: 'Remove audit after (years)',
      help: 'Who changed what, from the day of the change.',
    },
    retention_keep_hours_years: {
      label: 'Keep hours at least (years)',
      help: 'Also the hours of a person who is erased with them.',
    },
  },
  wholeNumber: (most: string) => `Must be a whole number from 1 to ${most}.`,
  keptLonger: (years: string) => `Hours are kept for at least ${years} years.`,
  would: (what: string, day: Fragment) => rich`${what} on ${day}`,
  nothing: 'nothing',
  notCounted: 'what can’t be counted right now',
  people: (count: number) => counted(count, { one: '# person', other: '# people' }),
  notes: (count: number) => counted(count, { one: '# note', other: '# notes' }),
  hours: (count: number) => counted(count, { one: '# time record', other: '# time records' }),
  audit: (count: number) => counted(count, { one: '# audit record', other: '# audit records' }),
};
