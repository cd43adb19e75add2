import { runSteps, trial } from '../../../platform/handler/trial.ts';
import { ImportService } from '../../../proto/gen/lyceum/timetracking/v1/import_pb.ts';
import { importTimestampTemplates } from './import-timestamp-templates.ts';

const COMMANDS = {
  timestampTemplates: importTimestampTemplates,
};

/** A dry run of an import of this service's sections. */
export const validateImport = trial(ImportService.method.validateImport, async (tx, { steps }, context) => ({
  results: await runSteps(tx, steps, COMMANDS, context),
}));
