/**
 * The labels of fields, on every screen: in forms, the audit and events. By the name of the field in one word, as
 * services spell it in several ways.
 */
const LABELS = {
  timetrackingtimezone: 'Time zone',
  usercodeformat: 'Code format',
  defaultlessonunit: 'Lesson unit',
  defaultlessonunitname: 'Lesson unit',
  defaultlessonunitminutes: 'Minutes of a lesson unit',
  timetrackingenabled: 'Time tracking',
  schedulingenabled: 'Scheduling',
  rejectroomconflicts: 'Reject room conflicts',
  workingtimerules: 'Rule set',
  importid: 'Import',
  createdby: 'Created by',
  isactive: 'Active',
  isarchived: 'Archived',
  isenabled: 'Enabled',
  url: 'Address',
  image: 'Picture',
  disabledreason: 'Why it was switched off',
  calendarof: 'Calendar of',
  targetid: 'Calendar',
  autoclosed: 'Closed automatically',
} satisfies Readonly<Record<string, string>>;

/** The label of a field: `userCodeFormat`, `user_code_format`. Without an entry, the words of its name. */
export function labelOf(field: string): string {
  const known: Readonly<Record<string, string>> = LABELS;
  return (
    known[field.replaceAll('_', '').toLowerCase()] ??
    sentenceCase(field.replace(/_?ids?$/i, (id) => (/s$/i.test(id) ? 's' : '')))
  );
}

/** Words of a name in sentence case: `time_record` is “Time record”. */
export function sentenceCase(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.]+/g, ' ')
    .trim()
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The labels of several fields, each once. */
export function fieldsOf(names: readonly string[]): string {
  return [...new Set(names.map(labelOf))].join(', ');
}
