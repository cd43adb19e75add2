import type { MessageInitShape } from '@bufbuild/protobuf';
import type { SettingsChangeSchema } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { Settings } from './bundle/institution.ts';

/** A bundle's settings as a message of the service. */
export function toSettingsChange(settings: Settings): MessageInitShape<typeof SettingsChangeSchema> {
  return {
    timeTrackingTimezone: settings.time_tracking_timezone,
    timeTrackingEnabled: settings.time_tracking_enabled,
    schedulingEnabled: settings.scheduling_enabled,
    rejectRoomConflicts: settings.reject_room_conflicts,
    userCodeFormat: settings.user_code_format,
    defaultLessonUnitName: settings.default_lesson_unit?.name,
    defaultLessonUnitMinutes: settings.default_lesson_unit?.minutes,
  };
}
