import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  InstitutionSettings,
  SettingsChangeSchema,
} from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';

/** Values of the form by the name of the field, which is the setting's in the contract. */
type Values = Readonly<Record<string, string>>;

/** The settings in effect as values of the form. */
export function valuesOf(settings: InstitutionSettings): Values {
  const { defaultLessonUnit: unit } = settings;
  return {
    time_tracking_timezone: settings.timeTrackingTimezone ?? '',
    user_code_format: settings.userCodeFormat ?? '',
    default_lesson_unit_name: unit?.name ?? '',
    default_lesson_unit_minutes: String(unit?.minutes ?? ''),
    time_tracking_enabled: settings.timeTrackingEnabled ? '1' : '',
    scheduling_enabled: settings.schedulingEnabled ? '1' : '',
    reject_room_conflicts: settings.rejectRoomConflicts ? '1' : '',
    language: settings.language ?? '',
  };
}

/** The change that a form asks for. An empty text means the default. */
export function changeOf(changed: Values): MessageInitShape<typeof SettingsChangeSchema> {
  const isUnset = (name: string) => changed[name] === '' && !IS_SWITCH.test(name);
  const names = Object.keys(changed);
  const set = names
    .filter((name) => !isUnset(name))
    .map((name) => [propertyOf(name), parsed(name, changed[name] ?? '')]);
  return { ...Object.fromEntries(set), unset: names.filter(isUnset) };
}

/** The name of a setting in messages and audit records: `userCodeFormat`. */
export function propertyOf(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The page that says how long things are kept. */
export const RETENTION = '/console/settings/retention';

const IS_NUMBER = /_(minutes|months|years)$/;
const IS_SWITCH = /_enabled$|^reject_/;

function parsed(name: string, value: string): string | number | boolean {
  if (IS_SWITCH.test(name)) return value === '1';
  return IS_NUMBER.test(name) ? Number(value) : value;
}
