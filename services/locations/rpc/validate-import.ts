import { runSteps, trial } from '../../../platform/handler/trial.ts';
import { ImportService } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { importLocations } from './import-locations.ts';

const COMMANDS = {
  locations: importLocations,
};

/** A dry run of an import of this service's sections. */
export const validateImport = trial(ImportService.method.validateImport, async (tx, { steps }, context) => ({
  results: await runSteps(tx, steps, COMMANDS, context),
}));
