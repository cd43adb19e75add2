import type { InstitutionSettings, SettingsChange } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { refuseField } from '../../chassis/errors/refusal.ts';
import { checkCodeFormat } from './code-format.ts';
import { findTimeZone } from './time-zone.ts';

/** What an institution has set, by the names of the specification, which are the columns' too; null is the default. */
export interface StoredSettings {
  readonly time_tracking_timezone: string | null;
  readonly time_tracking_enabled: boolean | null;
  readonly scheduling_enabled: boolean | null;
  readonly reject_room_conflicts: boolean | null;
  readonly user_code_format: string | null;
  readonly default_lesson_unit_name: string | null;
  readonly default_lesson_unit_minutes: number | null;
}

export const defaultSettings: StoredSettings = {
  time_tracking_timezone: null,
  time_tracking_enabled: null,
  scheduling_enabled: null,
  reject_room_conflicts: null,
  user_code_format: null,
  default_lesson_unit_name: null,
  default_lesson_unit_minutes: null,
};

/**
 * Applies a change; where a setting is both given and unset, unset counts. Refuses with REQUEST_INVALID (no IANA zone),
 * CODE_FORMAT_NO_DYNAMIC_TOKEN or CODE_FORMAT_MIN_BLOCKS_NOT_MET, so that a change applies as a whole or not at all.
 * @param pointer where the change is in its request
 */
export function changeSettings(
  stored: StoredSettings,
  change: SettingsChange | undefined,
  pointer: string,
): StoredSettings {
  if (!change) return stored;
  const unset = new Set(change.unset);
  const next = <T>(name: keyof StoredSettings, given: T | undefined): T | null =>
    unset.has(name) ? null : (given ?? (stored[name] as T | null));

  const zone = change.timeTrackingTimezone;
  const format = next('user_code_format', change.userCodeFormat);
  if (format !== null && format !== stored.user_code_format) checkCodeFormat(format, `${pointer}/user_code_format`);
  return {
    time_tracking_timezone: next('time_tracking_timezone', zone === undefined ? zone : timeZone(zone, pointer)),
    time_tracking_enabled: next('time_tracking_enabled', change.timeTrackingEnabled),
    scheduling_enabled: next('scheduling_enabled', change.schedulingEnabled),
    reject_room_conflicts: next('reject_room_conflicts', change.rejectRoomConflicts),
    user_code_format: format,
    default_lesson_unit_name: next('default_lesson_unit_name', change.defaultLessonUnitName),
    default_lesson_unit_minutes: next('default_lesson_unit_minutes', change.defaultLessonUnitMinutes),
  };
}

/** Whether nothing differs. */
export function areSameSettings(one: StoredSettings, other: StoredSettings): boolean {
  return (Object.keys(defaultSettings) as (keyof StoredSettings)[]).every((name) => one[name] === other[name]);
}

/** The settings in effect: defaults filled in (spec: Time-tracking operations, rule 5; decisions 3.4, 8.3, 9.8). */
export function settingsInEffect(stored: StoredSettings): InstitutionSettings {
  return {
    $typeName: 'lyceum.directory.v1.InstitutionSettings',
    timeTrackingTimezone: stored.time_tracking_timezone ?? undefined,
    timeTrackingEnabled: stored.time_tracking_enabled ?? true,
    schedulingEnabled: stored.scheduling_enabled ?? true,
    rejectRoomConflicts: stored.reject_room_conflicts ?? false,
    userCodeFormat: stored.user_code_format ?? undefined,
    defaultLessonUnit: {
      $typeName: 'lyceum.directory.v1.LessonUnit',
      name: stored.default_lesson_unit_name ?? 'Unit',
      minutes: stored.default_lesson_unit_minutes ?? 45,
    },
  };
}

function timeZone(name: string, pointer: string): string {
  return (
    findTimeZone(name) ??
    refuseField(`${pointer}/time_tracking_timezone`, 'invalid_value', 'must be the name of an IANA time zone')
  );
}
