import type { MessageInitShape } from '@bufbuild/protobuf';
import { Refusal } from '../platform/core/errors/refusal.ts';
import type { InstitutionSettings, SettingsChangeSchema } from '../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { CommandFailure } from './failure.ts';

type Change = MessageInitShape<typeof SettingsChangeSchema>;

/** A setting of an institution that a command changes. */
interface Setting {
  /** Its name in the bundle, where that is nested: with a dot. */
  readonly key: string;
  /** Its name in `SettingsChange.unset`. */
  readonly field: string;
  readonly description: string;
  /** Throws an Error whose message completes "key …". */
  parse(text: string): Change;
  read(settings: InstitutionSettings): string | number | boolean | undefined;
}

/** The settings of an institution. What a value must obey beyond its type is for directory to say. */
export const settings: readonly Setting[] = [
  {
    key: 'time_tracking_timezone',
    field: 'time_tracking_timezone',
    description: 'IANA zone that days are counted in; UTC when unset',
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
    description: 'shape of membership codes; any code when unset',
    parse: (text) => ({ userCodeFormat: text }),
    read: ({ userCodeFormat }) => userCodeFormat,
  },
  {
    key: 'default_lesson_unit.name',
    field: 'default_lesson_unit_name',
    description: 'unit that teaching is counted in; Unit when unset',
    parse: (text) => ({ defaultLessonUnitName: text }),
    read: ({ defaultLessonUnit }) => defaultLessonUnit?.name,
  },
  {
    key: 'default_lesson_unit.minutes',
    field: 'default_lesson_unit_minutes',
    description: 'its length in minutes; 45 when unset',
    parse: (text) => ({ defaultLessonUnitMinutes: parseNumber(text) }),
    read: ({ defaultLessonUnit }) => defaultLessonUnit?.minutes,
  },
];

/** `key=value …` as one change, `key=` unsetting. Throws a CommandFailure that names every assignment that is none. */
export function parseAssignments(assignments: readonly string[]): Change {
  const change: Change & { unset: string[] } = { unset: [] };
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const assignment of assignments) {
    const [key = '', value] = splitOnce(assignment);
    const setting = settings.find((candidate) => candidate.key === key);
    if (value === undefined) faults.push(`"${assignment}" is not key=value`);
    else if (!setting) faults.push(`${key} is no setting; there are ${settings.map((each) => each.key).join(', ')}`);
    else if (seen.has(key)) faults.push(`${key} is given twice`);
    else if (value === '') change.unset.push(setting.field);
    else faults.push(...tryTo(() => Object.assign(change, setting.parse(value)), key));
    seen.add(key);
  }
  if (faults.length > 0) throw new CommandFailure(faults.join('\n'));
  return change;
}

/** A refused change with the settings' own names in the place of pointers. */
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

/** Settings in the shape of the bundle; null where one is unset. */
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

function parseNumber(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error('must be a number');
  return Number(text);
}
