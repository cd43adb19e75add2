import { countedIn } from '../../counted.ts';

const counted = countedIn('en');

/** The rules of working time, and the calendar of holidays. */
export const workingTime = {
  title: 'Working time',
  about: (institution: string) =>
    `The rules for the people of ${institution}, and for user groups that have others. Of several groups of a person the first by name counts.`,
  theRules: 'the rules',
  ruleSet: 'Rule set',
  ruleSetHelp: 'The statute with which time records are compared. Nothing is refused or changed because of it.',
  none: 'None',
  asInstitution: 'As the institution',
  sets: {
    'de-arbzg': 'Germany: Arbeitszeitgesetz',
    'at-azg': 'Austria: Arbeitszeitgesetz',
    'nl-atw': 'Netherlands: Arbeidstijdenwet',
    'ch-arg': 'Switzerland: Arbeitsgesetz',
    'eu-2003-88': 'European Union: Directive 2003/88/EC',
  },
  saveRules: 'Save rules',
  rulesSaved: 'The rules were saved.',
  groups: (count: number) => `${count} groups, by name`,
  calendar: 'Calendar',
  aboutCalendar: 'Your holidays, and the days on which you are closed. Both From and To belong to a day.',
  days: 'Days',
  holiday: 'Holiday',
  closed: 'Closed',
  daysShown: (count: number) => `${count} shown, in their order`,
  noDays: 'No days yet',
  noDaysText: 'Import the holidays of your state, and the days on which you are closed.',
  file: 'File',
  fileHelp:
    'A CSV file with a header: name, from, to, kind (holiday or closed), or a calendar file (ICS) with events of whole days. At most 1,000 days.',
  kindHelp:
    'Of the days of a calendar file, and of rows without a kind. Work on a holiday is a finding; work on a day on which you are closed is none.',
  chooseFile: 'Choose a file that is not empty.',
  importDays: 'Import days',
  imports: 'Imports',
  imported: 'Imported',
  removeAll: 'Remove all',
  daysOfImport: (count: number) => `${count} days of this import`,
  preview: 'Preview',
  showPreview: 'Preview',
  aboutPreview: 'Nothing has been changed yet. The file is imported as a whole, or not at all.',
  aboutFaults: 'The file has errors. Fix them and upload it again.',
  stale:
    'Nothing was imported, because some of these days have changed since the preview. Check the new preview below, then import again.',
  isNew: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  change: 'Change',
  import: 'Import',
  daysImported: 'The days were imported.',
  dayRemoved: 'The day was removed.',
  daysRemoved: 'The days were removed.',
  removeTitle: (count: number) => counted(count, { one: 'Remove # day', other: 'Remove # days' }),
  removeQuestion: (count: number) => counted(count, { one: 'Remove # day?', other: 'Remove # days?' }),
  removeDays: (importedAt: string) =>
    `The days of the import of ${importedAt} will be removed from the calendar, except those that a later import has changed.`,
  removeEffect: 'Work on them will no longer be a finding. You can import the file again.',
};
