import { type Static, Type } from 'typebox';
import { flag, optional, record, text } from './pieces.ts';

/** The settings of an institution in a bundle; a missing setting has its default. */
export const SettingsSchema = record({
  time_tracking_timezone: optional(Type.String({ minLength: 1, maxLength: 100, format: 'time-zone' })),
  time_tracking_enabled: optional(flag()),
  scheduling_enabled: optional(flag()),
  reject_room_conflicts: optional(flag()),
  user_code_format: optional(text()),
  default_lesson_unit: optional(
    record({ name: optional(text()), minutes: optional(Type.Number({ exclusiveMinimum: 0, maximum: 1440 })) }),
  ),
});
export type Settings = Static<typeof SettingsSchema>;

export const InstitutionSchema = record({ ref: text(), name: text(), settings: optional(SettingsSchema) });
