import { runSteps, trial } from '../../../platform/handler/trial.ts';
import { ImportService } from '../../../proto/gen/lyceum/timetracking/v1/import_pb.ts';
import { importTimestampTemplates } from './import-timestamp-templates.ts';

const COMMANDS = {
  timestampTemplates: importTimestampTemplates,
};

/** What an import of the service's sections would do. */
export const validateImport = trial(ImportService.method.validateImport, async (tx, { steps }, context) => ({
  results: await runSteps(tx, steps, COMMANDS, context),
}));
