import { runSteps, trial } from '../../../platform/handler/trial.ts';
import { ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { importAppointmentTypes } from './import-appointment-types.ts';

const COMMANDS = {
  appointmentTypes: importAppointmentTypes,
};

/** What an import of the service's sections would do. */
export const validateImport = trial(ImportService.method.validateImport, async (tx, { steps }, context) => ({
  results: await runSteps(tx, steps, COMMANDS, context),
}));
