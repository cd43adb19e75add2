import { countedIn } from '../../counted.ts';
import { type Fragment, rich } from '../../rich.ts';

const counted = countedIn('en');

/** Findings: what the rules of working time do not allow. */
export const findings = {
  title: 'Findings',
  about: (rules: Fragment, institution: string) =>
    rich`What the ${rules} of ${institution} do not allow. Nothing is refused or changed because of it. Times are in hours and minutes.`,
  rulesOfWorkingTime: 'rules of working time',
  rule: 'Rule',
  rules: {
    break_too_short: 'Break too short',
    stretch_too_long: 'Too long without a break',
    rest_too_short: 'Rest too short',
    day_too_long: 'Day too long',
    average_too_long: 'Too long on average',
    sunday_work: 'Work on a Sunday',
    holiday_work: 'Work on a holiday',
  },
  open: 'Open',
  acknowledged: 'Acknowledged',
  severalPeople: 'Several people match. Type an email or a code.',
  weekOf: (name: string, monday: string) => `${name}, week of ${monday}`,
  ofDay: (name: string, day: string) => `of ${name}, ${day}`,
  shown: (count: number) => `${count} shown, by week`,
  none: 'No findings',
  noneText: 'No findings match. There are none while no rules of working time are chosen in Settings.',
  noneSoFar: 'No findings so far',
  noneSoFarText: 'Not all people have been looked at. Go on with the next page.',
  finding: 'Finding',
  actual: 'Actual',
  limit: 'Limit',
  paragraph: 'Paragraph',
  violation: 'Violation',
  notice: 'Notice',
  unsure: 'Unsure',
  /** After its number. */
  nthRecord: '. record',
  andMore: (count: number) => `and ${count} more`,
  acknowledge: 'Acknowledge',
  acknowledgeWeek: 'Acknowledge week',
  acknowledgeTitle: (count: number) => counted(count, { one: 'Acknowledge finding', other: 'Acknowledge # findings' }),
  aboutAcknowledging: (name: string) => `${name}. It shows again when one of its records changes.`,
  done: 'Acknowledged.',
  reasonHelp: 'Why it is settled. Administrators and integrations that may read time records can see it.',
  changed:
    'Nothing was acknowledged: the findings have changed since you opened this form. Check them below, then acknowledge again.',
  reopen: 'Reopen',
  reopened: 'The finding is open again.',
};
