import type { Message, MessageInitShape } from '@bufbuild/protobuf';
import { LANGUAGES } from '../languages/names.ts';
import { Refusal } from '../platform/core/errors/refusal.ts';
import { ruleSetNames, workingTimeRules } from '../platform/core/working-time-rules.ts';
import type { WorkingTimeRules } from '../proto/gen/lyceum/common/v1/working_time_rules_pb.ts';
import type {
  Institution,
  InstitutionSettings,
  Retention,
  SettingsChangeSchema,
} from '../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { CommandFailure } from './failure.ts';

type Change = MessageInitShape<typeof SettingsChangeSchema>;

/** A setting of an institution that a command can change. */
interface Setting {
  /** Its name in the bundle; nested names have a dot. */
  readonly key: string;
  /** Its name in `SettingsChange.unset`. */
  readonly field: string;
  readonly description: string;
  /** Throws an Error whose message completes "key …". */
  parse(text: string): Change;
  read(settings: InstitutionSettings): string | number | boolean | undefined;
}

/** The settings of an institution. Only types are checked here; directory checks all other rules. */
export const settings: readonly Setting[] = [
  {
    key: 'time_tracking_timezone',
    field: 'time_tracking_timezone',
    description: 'IANA time zone of days; UTC if unset',
    parse: (text) => ({ timeTrackingTimezone: text }),
    read: ({ timeTrackingTimezone }) => timeTrackingTimezone,
  },
  {
    key: 'time_tracking_enabled',
    field: 'time_tracking_enabled',
    description: 'true (the default) or false',
    parse: (text) => ({ timeTrackingEnabled: parseFlag(text) }),
    read: ({ timeTrackingEnabled }) => timeTrackingEnabled,
  },
  {
    key: 'scheduling_enabled',
    field: 'scheduling_enabled',
    description: 'true (the default) or false',
    parse: (text) => ({ schedulingEnabled: parseFlag(text) }),
    read: ({ schedulingEnabled }) => schedulingEnabled,
  },
  {
    key: 'reject_room_conflicts',
    field: 'reject_room_conflicts',
    description: 'true, or false (the default)',
    parse: (text) => ({ rejectRoomConflicts: parseFlag(text) }),
    read: ({ rejectRoomConflicts }) => rejectRoomConflicts,
  },
  {
    key: 'user_code_format',
    field: 'user_code_format',
    description: 'format of membership codes; any code if unset',
    parse: (text) => ({ userCodeFormat: text }),
    read: ({ userCodeFormat }) => userCodeFormat,
  },
  {
    key: 'working_time_rules',
    field: 'working_time_rules',
    description: 'rules by which hours are judged; none if unset',
    parse: (text) => ({ workingTimeRules: parseRules(text) }),
    read: ({ workingTimeRules: rules }) => rules && workingTimeRules.of(rules),
  },
  {
    key: 'language',
    field: 'language',
    description: `${LANGUAGES.join(' or ')}: for whoever has chosen none`,
    parse: (text) => ({ language: parseLanguage(text) }),
    read: ({ language }) => language,
  },
  {
    key: 'default_lesson_unit.name',
    field: 'default_lesson_unit_name',
    description: 'name of the lesson unit; Unit if unset',
    parse: (text) => ({ defaultLessonUnitName: text }),
    read: ({ defaultLessonUnit }) => defaultLessonUnit?.name,
  },
  {
    key: 'default_lesson_unit.minutes',
    field: 'default_lesson_unit_minutes',
    description: 'its length in minutes; 45 if unset',
    parse: (text) => ({ defaultLessonUnitMinutes: parseNumber(text) }),
    read: ({ defaultLessonUnit }) => defaultLessonUnit?.minutes,
  },
  retention('people_months', 'erase archived people after so many months'),
  retention('notes_months', 'remove notes of time records after so many'),
  retention('hours_years', 'remove time records after so many years'),
  retention('audit_years', 'remove audit records after so many years'),
  retention('keep_hours_years', 'keep time records for so many years at least'),
];

/** A number of months or years; off if unset. */
function retention(name: string, description: string): Setting {
  const property = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    key: `retention.${name}`,
    field: `retention_${name}`,
    description,
    parse: (text) => ({ [`retention${property.charAt(0).toUpperCase()}${property.slice(1)}`]: parseCount(text) }),
    read: (settings) => settings.retention?.[property as keyof Omit<Retention, keyof Message>],
  };
}

/** Parses `key=value …` into one change; `key=` unsets. Throws a CommandFailure that names every invalid assignment. */
export function parseAssignments(assignments: readonly string[]): Change {
  const change: Change & { unset: string[] } = { unset: [] };
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const assignment of assignments) {
    const [key = '', value] = splitOnce(assignment);
    const setting = settings.find((candidate) => candidate.key === key);
    if (value === undefined) faults.push(`"${assignment}" is not key=value`);
    else if (!setting)
      faults.push(`${key} is not a setting; the settings are ${settings.map((each) => each.key).join(', ')}`);
    else if (seen.has(key)) faults.push(`${key} is given twice`);
    else if (value === '') change.unset.push(setting.field);
    else faults.push(...tryTo(() => Object.assign(change, setting.parse(value)), key));
    seen.add(key);
  }
  if (faults.length > 0) throw new CommandFailure(faults.join('\n'));
  return change;
}

/** A refusal of a change, with the names of the settings instead of pointers. */
export function inSettingNames(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const violations = error.violations.map((violation) => {
    const name = violation.pointer
      .split('/')
      .at(-1)
      ?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return { ...violation, pointer: settings.find(({ field }) => field === name)?.key ?? violation.pointer };
  });
  return new Refusal(error, { violations, extensions: error.extensions, cause: error.cause });
}

/** Settings in the format of the bundle; null if unset. */
export function settingsView(values: InstitutionSettings | undefined): Record<string, unknown> {
  const view: Record<string, unknown> = {};
  for (const { key, read } of settings) {
    const value = (values && read(values)) ?? null;
    const [name = key, part] = key.split('.');
    if (part === undefined) view[name] = value;
    else view[name] = { ...(view[name] as object), [part]: value };
  }
  return view;
}

/** An institution as `--json` prints it. */
export function institutionView({ id, ref, name, settings: values }: Institution) {
  return { id, ref, name, settings: settingsView(values) };
}

/** Settings as rows of a table. */
export function settingRows(values: InstitutionSettings | undefined): string[][] {
  return settings.map(({ key, read }) => [key, String((values && read(values)) ?? '(unset)')]);
}

function splitOnce(assignment: string): [string, string?] {
  const at = assignment.indexOf('=');
  return at < 0 ? [assignment] : [assignment.slice(0, at), assignment.slice(at + 1)];
}

function tryTo(work: () => void, key: string): string[] {
  try {
    work();
    return [];
  } catch (error) {
    return [`${key} ${error instanceof Error ? error.message : String(error)}`];
  }
}

function parseFlag(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error('must be true or false');
  return text === 'true';
}

function parseRules(text: string): WorkingTimeRules {
  const name = ruleSetNames.find((each) => each === text);
  if (!name) throw new Error(`must be one of ${ruleSetNames.join(', ')}`);
  return workingTimeRules.from(name);
}

function parseLanguage(text: string): string {
  if (!LANGUAGES.includes(text)) throw new Error(`must be one of ${LANGUAGES.join(', ')}, or empty`);
  return text;
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error('must be a positive integer');
  return Number(text);
}

function parseNumber(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error('must be a number');
  return Number(text);
}
