import { changesOf } from '../../../platform/core/changes-of.ts';
import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { findTimeZone } from '../../../platform/core/instant.ts';
import type { StateOf } from '../../../platform/core/resource.ts';
import { type RuleSetName, ruleSetOf, rulesNamed } from '../../../platform/core/working-time-rules.ts';
import {
  type InstitutionSettings,
  InstitutionSettingsSchema,
  type SettingsChange,
  SettingsChangeSchema,
} from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { checkCodeFormat } from './code-format.ts';

/** The settings that an institution has set; null means the default. */
export type StoredSettings = StateOf<SettingsChange, 'unset' | 'workingTimeRules'> & {
  readonly workingTimeRules: RuleSetName | null;
};

const settings = SettingsChangeSchema.fields.filter(({ localName }) => localName !== 'unset');
const names = settings.map(({ localName }) => localName as keyof StoredSettings);

export const defaultSettings = Object.fromEntries(names.map((name) => [name, null])) as unknown as StoredSettings;

/**
 * Applies a change; a setting that is both set and unset is unset. Refuses with REQUEST_INVALID (not an IANA zone,
 * hours that go earlier than they may), CODE_FORMAT_NO_DYNAMIC_TOKEN or CODE_FORMAT_MIN_BLOCKS_NOT_MET, so that a change
 * applies completely or not at all.
 * @param pointer the position of the change in its request
 */
export function changeSettings(
  stored: StoredSettings,
  change: SettingsChange | undefined,
  pointer: string,
): StoredSettings {
  if (!change) return stored;
  const unset = new Set(change.unset);
  const next = Object.fromEntries(
    settings.map(({ name, localName }) => {
      const setting = localName as keyof StoredSettings;
      return [setting, unset.has(name) ? null : (given(change, setting) ?? stored[setting])];
    }),
  ) as unknown as StoredSettings;
  const { timeTrackingTimezone: zone, userCodeFormat: format } = next;
  const { retentionHoursYears: hours, retentionKeepHoursYears: kept } = next;
  if (hours !== null && hours < (kept ?? 0)) {
    const [name, message] =
      change.retentionHoursYears === undefined
        ? ['retention_keep_hours_years', `must be at most ${hours}: hours go after so many years`]
        : ['retention_hours_years', `must be at least ${kept}: hours are kept for so many years`];
    refuseField(`${pointer}/${name}`, 'invalid_value', message);
  }
  if (format !== null && format !== stored.userCodeFormat) checkCodeFormat(format, `${pointer}/user_code_format`);
  if (change.timeTrackingTimezone === undefined) return next;
  const known = timeZone(change.timeTrackingTimezone, pointer);
  return { ...next, timeTrackingTimezone: zone && known };
}

/**
 * The settings in effect that differ, in the specification's spelling (`user_code_format`). Setting one to its default
 * is not a change, and integrations do not see how long things are kept.
 */
export function changedSettings(before: StoredSettings, after: StoredSettings): string[] {
  const changed = new Set(effectiveChanges(settingsInEffect(before), settingsInEffect(after)));
  changed.delete('retention');
  return InstitutionSettingsSchema.fields.filter(({ localName }) => changed.has(localName)).map(({ name }) => name);
}

/** Whether the stored settings are equal. */
export function areSameSettings(one: StoredSettings, other: StoredSettings): boolean {
  return names.every((name) => one[name] === other[name]);
}

/** Whether things are kept equally long. */
export function isSameRetention(one: StoredSettings, other: StoredSettings): boolean {
  return names.every((name) => !name.startsWith('retention') || one[name] === other[name]);
}

/** The settings in effect, with defaults filled in (decisions 3.4, 8.3, 9.8). */
export function settingsInEffect(stored: StoredSettings) {
  return {
    $typeName: 'lyceum.directory.v1.InstitutionSettings',
    timeTrackingTimezone: stored.timeTrackingTimezone ?? undefined,
    timeTrackingEnabled: stored.timeTrackingEnabled ?? true,
    schedulingEnabled: stored.schedulingEnabled ?? true,
    rejectRoomConflicts: stored.rejectRoomConflicts ?? false,
    userCodeFormat: stored.userCodeFormat ?? undefined,
    workingTimeRules: rulesNamed(stored.workingTimeRules),
    language: stored.language ?? undefined,
    retention: {
      $typeName: 'lyceum.directory.v1.Retention',
      peopleMonths: stored.retentionPeopleMonths ?? undefined,
      notesMonths: stored.retentionNotesMonths ?? undefined,
      hoursYears: stored.retentionHoursYears ?? undefined,
      auditYears: stored.retentionAuditYears ?? undefined,
      keepHoursYears: stored.retentionKeepHoursYears ?? undefined,
    },
    defaultLessonUnit: {
      $typeName: 'lyceum.directory.v1.LessonUnit',
      name: stored.defaultLessonUnitName ?? 'Unit',
      minutes: stored.defaultLessonUnitMinutes ?? 45,
    },
  } satisfies InstitutionSettings;
}

/** A setting that a change gives, as it is stored. */
function given(change: SettingsChange, setting: keyof StoredSettings) {
  return setting === 'workingTimeRules' ? ruleSetOf(change.workingTimeRules) : change[setting];
}

const effectiveChanges = changesOf(InstitutionSettingsSchema);

function timeZone(name: string, pointer: string): string {
  return (
    findTimeZone(name) ??
    refuseField(`${pointer}/time_tracking_timezone`, 'invalid_value', 'must be the name of an IANA time zone')
  );
}
