import { importCommand } from '../../../bundle/engine/import-command.ts';
import { ImportService } from '../../../proto/gen/lyceum/timetracking/v1/import_pb.ts';
import { calendarDays, timestampTemplates } from '../import/sections.ts';

/** Imports timestamp templates and the days of the calendar, without events. */
export const importRecords = importCommand(ImportService.method.import, {
  sections: [{ root: timestampTemplates }, { root: calendarDays }],
});
