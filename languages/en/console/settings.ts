import { countedIn } from '../../counted.ts';
import { type Fragment, type Rich, rich } from '../../rich.ts';

const counted = countedIn('en');

/** The settings of the institution. Labels of the settings are names of fields. */
export const settings = {
  about: (institution: string, audit: Fragment) =>
    rich`These settings apply to all of ${institution}. The ${audit} shows every change.`,
  auditLink: 'audit',
  workingTime: 'Working time',
  yourData: 'Your data',
  save: 'Save settings',
  saveQuestion: 'Save these settings?',
  saved: 'The settings were saved.',
  theSettings: 'the settings',
  noZone: 'There is no such time zone.',
  localTime: (time: Fragment) => rich`Local time there: ${time}.`,
  aboutZone: 'Used for the days of time tracking, for calendars and for the times in this console.',
  aboutFormat: (digit: Fragment) =>
    rich`${digit} stands for one digit; use at least four. All other characters stand for themselves. Leave it empty to allow any code.`,
  example: 'Example',
  try: 'Try',
  aboutUnit: 'The name of one unit of teaching, unless a module has its own.',
  aboutMinutes: 'Its length in minutes.',
  aboutTimeTracking: 'People can clock in and out, and systems can send logs. When this is off, both are rejected.',
  aboutScheduling: 'People and systems can create appointments. When this is off, new appointments are rejected.',
  aboutRoomConflicts: 'A second appointment in a room at the same time is rejected.',
  asBrowser: 'As the browser says',
  aboutLanguage: 'Of this console, its emails and calendar feeds, unless a person chooses another one.',
  anyCode: 'Any code is accepted.',
  notChecked: 'The format can’t be checked right now.',
  badFormat: (fault: string, _sentence: Fragment): Rich => [`Not a valid format: it ${fault}.`],
  exampleMatches: 'The example matches.',
  exampleDiffers: 'The example does not match.',
  noCodes: 'No user has a code yet.',
  codesMatch: (codes: string) => `All of ${codes} stored codes match.`,
  firstCodesMatch: (codes: string) => `All of the first ${codes} stored codes match.`,
  codesDiffer: (others: string, codes: string) =>
    `${others} of ${codes} stored codes do not match; they stay as they are until they are changed.`,
  firstCodesDiffer: (others: string, codes: string) =>
    `${others} of the first ${codes} stored codes do not match; they stay as they are until they are changed.`,
  lastChanged: (who: string, when: Fragment) => rich`Last changed by ${who}, ${when}.`,
  timeOff:
    'Nobody can clock in or out any more, badge terminals are refused, integrations can neither read nor send hours, and records can’t be added, corrected or ended here: open sessions stay open, until you switch time tracking on again.',
  schedulingOff:
    'People and systems can no longer create appointments, until you switch scheduling on again. The appointments that there are stay.',
  formatUnknown: 'We can’t tell right now how many stored codes do not match the new format.',
  formatOthers: (others: string, codes: string) =>
    `${others} of ${codes} stored codes do not match the new code format. They stay valid until somebody changes them. New codes must match.`,
  newDays: (zone: string, former: string) =>
    `From now on, days, weeks and months will begin and end in ${zone}, no longer in ${former}.`,
  newEnd: (zone: string) => `A session that nobody stops will be closed at the end of the day in ${zone}.`,
  clockedInUnknown: 'We can’t tell right now how many people are clocked in.',
  nobodyIn: 'Nobody is clocked in.',
  clockedIn: (count: number) => counted(count, { one: '# person is clocked in.', other: '# people are clocked in.' }),
  moreClockedIn: (count: string) => `More than ${count} people are clocked in.`,
  aheadUnknown: 'We can’t tell right now how many appointments are ahead.',
  noneAhead: 'No appointments are ahead.',
  ahead: (count: number) => counted(count, { one: '# appointment is ahead.', other: '# appointments are ahead.' }),
  moreAhead: (count: string) => `More than ${count} appointments are ahead.`,
};
