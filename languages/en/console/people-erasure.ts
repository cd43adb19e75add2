import { countedIn } from '../../counted.ts';
import { type Fragment, rich } from '../../rich.ts';

const counted = countedIn('en');

/** The erasure of a person: its plan, its steps, and what speaks against it. */
export const peopleErasure = {
  title: (name: string) => `Erase ${name}`,
  about: (days: number) =>
    `Nothing happens on this page. Once confirmed, the erasure can be taken back for ${counted(days, { one: '# day', other: '# days' })}.`,
  act: 'Erase',
  withHours: 'With hours',
  aboutWithHours: 'The time records go, too, and with them the person’s part of all sums.',
  planned: 'The erasure was planned.',
  takeBack: 'Take back',
  takenBack: 'The person will not be erased.',
  section: 'Erasure',
  erasedOn: (when: Fragment) =>
    rich`Erased on ${when}. What is left are figures: nothing says who it was, and nobody can change it.`,
  dueOn: (when: Fragment) =>
    rich`Will be erased on ${when}. Until then it can be taken back; it also ends if the person comes back.`,
  dueWithHours: (when: Fragment) =>
    rich`Will be erased on ${when}, with hours. Until then it can be taken back; it also ends if the person comes back.`,
  question: (name: string) => `Erase ${name}?`,
  goesOn: (when: Fragment) =>
    rich`On ${when}, names, email address, code, picture, notes and traces go, everywhere in Lyceum.`,
  hoursStay: 'Hours and appointments stay as figures of “Erased person”.',
  hoursGo: 'The time records go, too. Appointments stay as figures of “Erased person”.',
  hoursGoBefore: (when: Fragment) =>
    rich`The time records go, too, but for those that ended on ${when} or later. Appointments stay as figures of “Erased person”.`,
  untilThen: 'Until then it can be taken back on the person’s page. Afterwards nothing brings it back.',
  cannotNow: 'This person cannot be erased at present.',
  wasErased: (when: Fragment) => rich`The person was erased on ${when}.`,
  obstacle: 'Something speaks against it.',
  isActive: (act: Fragment) => rich`The person is active. ${act} first.`,
  archiveThem: 'Archive the person',
  isAdministrator: (act: Fragment) => rich`The person is an administrator. ${act} first.`,
  removeAdministrator: 'Remove the administrator',
  isClockedIn: (act: Fragment) => rich`The person is clocked in. ${act} first.`,
  endSession: 'End session',
  isHeld: (act: Fragment) => rich`The person is on hold. ${act} first.`,
  endTheHold: 'End the hold',
  plan: 'What goes and what stays',
  entries: 'Entries',
  moreThan: (count: number) => counted(count, { other: 'more than #' }),
  goes: 'Goes',
  stays: 'Stays',
  nothing: 'Nothing',
  nothingStored: 'Nothing is stored of this person.',
  also: 'Names, the email address and the code also go from records of requests, kept answers and the audit.',
  whatStays:
    'Hours and appointments stay as figures of “Erased person”, under the same ID: sums, payroll and timetables of others depend on them. Notes of appointments stay if somebody else organizes them, too. Backups hold everything until they expire; files, emails and copies outside Lyceum are not reached.',
  mentions: 'Other records that may name the person',
  mayBeMore: 'There may be more: not all records were looked through.',
  noMentions: 'No record was found.',
  aboutMentions: 'Their text has the name, email address or code. They are not changed: look through them yourself.',
  id: 'ID',
  /** What columns say of a person, by the words of the register. */
  says: {
    name: 'names and codes',
    contact: 'email address',
    image: 'picture',
    text: 'notes and other texts',
    work: 'hours and dates, without a name',
    credential: 'secrets',
    trace: 'traces of requests',
  },
  /** What tables hold of a person. */
  tables: {
    users: 'The person’s record',
    person_holds: 'person holds',
    user_group_members: 'Memberships in groups',
    archives: 'archives',
    audit_log: 'Audit records of changes by the person',
    administrators: 'administrators',
    administrator_sessions: 'administrator sessions',
    sign_in_links: 'sign in links',
    kept_forms: 'kept forms',
    passkeys: 'passkeys',
    passkey_challenges: 'passkey challenges',
    calendar_feeds: 'Calendar feeds of the person',
    appointments: 'Appointments',
    appointment_links: 'Places in appointments',
    program_responsible_users: 'Programs the person is responsible for',
    time_records: 'Time records',
    late_records: 'late records',
    finding_acknowledgements: 'finding acknowledgements',
  },
  membershipGoes: 'the membership',
  programStays: 'the program, with “Erased person”',
  feedGoes: 'the feed and its address',
};
