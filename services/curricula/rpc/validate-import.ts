import { runSteps, trial } from '../../../platform/handler/trial.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { importCourseModules } from './import-course-modules.ts';
import { importCurricula } from './import-curricula.ts';
import { importModuleGroups } from './import-module-groups.ts';
import { importModuleRequirements } from './import-module-requirements.ts';
import { importOrganizationTerms } from './import-organization-terms.ts';
import { importPrograms } from './import-programs.ts';
import { importSourceCohorts } from './import-source-cohorts.ts';
import { importTags } from './import-tags.ts';

const COMMANDS = {
  organizationTerms: importOrganizationTerms,
  moduleGroups: importModuleGroups,
  tags: importTags,
  courseModules: importCourseModules,
  moduleRequirements: importModuleRequirements,
  curricula: importCurricula,
  programs: importPrograms,
  sourceCohorts: importSourceCohorts,
};

/** A dry run of an import of curricula's sections. Users are not checked: directory, which comes first, knows those that would be new. */
export const validateImport = trial(
  ImportService.method.validateImport,
  async (tx, { steps, knownUserIds }, context) => ({
    results: await runSteps(tx, steps, COMMANDS, { ...context, prepared: new Set(knownUserIds) }),
  }),
);
