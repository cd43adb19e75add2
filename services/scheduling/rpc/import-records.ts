import { importCommand } from '../../../bundle/engine/import-command.ts';
import { ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { appointmentTypes } from '../import/sections.ts';

/** Imports appointment types, without events. Appointments show a type's new name without counting as changed. */
export const importRecords = importCommand(ImportService.method.import, { sections: [{ root: appointmentTypes }] });
