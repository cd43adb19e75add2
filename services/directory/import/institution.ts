import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Static, Type } from 'typebox';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { checkShape, type Fault } from '../../../platform/data/import/check-shape.ts';
import { flag, optional, record, refsTo, text } from '../../../platform/data/import/fields.ts';
import type { ImportInstitutionRequestSchema } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { checkCodeFormat } from '../domain/code-format.ts';
import { findTimeZone } from '../domain/time-zone.ts';

/** The institution of a bundle; a missing setting has its default. */
export const InstitutionSchema = record({
  ref: text(),
  name: text(),
  administrators: optional(refsTo('users', 200)),
  settings: optional(
    record({
      time_tracking_timezone: optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'The name of an IANA time zone.' }),
      ),
      time_tracking_enabled: optional(flag()),
      scheduling_enabled: optional(flag()),
      reject_room_conflicts: optional(flag()),
      user_code_format: optional(text()),
      default_lesson_unit: optional(
        record({ name: optional(text()), minutes: optional(Type.Number({ exclusiveMinimum: 0, maximum: 1440 })) }),
      ),
    }),
  ),
});
export type InstitutionRecord = Static<typeof InstitutionSchema>;

/** Checks the institution of a bundle, which need not be valid. */
export function checkInstitution(institution: unknown): Fault[] {
  const { faults } = checkShape(InstitutionSchema, institution, '/institution');
  const { settings } = Object(institution) as Partial<InstitutionRecord>;
  const { time_tracking_timezone: zone, user_code_format: format } = Object(settings) as NonNullable<typeof settings>;
  const at = '/institution/settings';
  const ofZone = { pointer: `${at}/time_tracking_timezone`, message: 'must be the name of an IANA time zone' };
  const ofFormat = typeof format === 'string' ? formatFault(format) : null;
  return [
    ...faults,
    ...(typeof zone === 'string' && findTimeZone(zone) === null ? [ofZone] : []),
    ...(ofFormat === null ? [] : [{ pointer: `${at}/user_code_format`, message: ofFormat }]),
  ];
}

/** The request that imports the institution of a bundle, without its administrators: they are users, which follow. */
export function institutionRequest({
  ref,
  name,
  settings,
}: InstitutionRecord): MessageInitShape<typeof ImportInstitutionRequestSchema> {
  if (!settings) return { ref, name };
  const change = {
    timeTrackingTimezone: settings.time_tracking_timezone,
    timeTrackingEnabled: settings.time_tracking_enabled,
    schedulingEnabled: settings.scheduling_enabled,
    rejectRoomConflicts: settings.reject_room_conflicts,
    userCodeFormat: settings.user_code_format,
    defaultLessonUnitName: settings.default_lesson_unit?.name,
    defaultLessonUnitMinutes: settings.default_lesson_unit?.minutes,
  };
  return { ref, name, settings: change };
}

function formatFault(format: string): string | null {
  try {
    checkCodeFormat(format, '');
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}
