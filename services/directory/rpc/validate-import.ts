import { refuse } from '../../../platform/core/errors/refusal.ts';
import { present } from '../../../platform/core/present.ts';
import { atPointer, runSteps, trial } from '../../../platform/handler/trial.ts';
import { ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { importCourses } from './import-courses.ts';
import { importInstitution } from './import-institution.ts';
import { importUserGroups } from './import-user-groups.ts';
import { importUsers } from './import-users.ts';

const COMMANDS = { users: importUsers, courses: importCourses, userGroups: importUserGroups };

/** What an import of the institution and of directory's sections would do. */
export const validateImport = trial(ImportService.method.validateImport, async (tx, request, context) => {
  const { actor: operator } = context;
  if (operator.kind !== 'operator') refuse('CALLER_UNAUTHENTICATED');
  const declared = present(request.institution, 'institution');
  const outcome = await atPointer('/institution', () =>
    importInstitution.within(tx, declared, { ...context, prepared: undefined }),
  );
  if ('refusal' in outcome) throw outcome.refusal;
  const { institution } = outcome.response;
  const actor = { ...operator, institutionId: present(institution?.id, 'institution') };
  return {
    institution: outcome.response,
    results: await runSteps(tx, request.steps, COMMANDS, { ...context, actor }),
  };
});
