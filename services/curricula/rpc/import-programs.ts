import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { checkProgramRecords, refuseUnknownOfPrograms } from '../domain/check-program-records.ts';
import { planProgramImport } from '../domain/plan-program-import.ts';
import { programEvents } from '../events/program-events.ts';
import { loadPrograms, writePrograms } from '../store/program-import.ts';
import { knownProgramUsers } from './program-known-users.ts';

/** Imports a batch of a bundle's programs with their versions and cohorts. Programs and versions created by integrations stay. */
export const importPrograms = command(ImportService.method.importPrograms, {
  prepare: ({ records }, { call }) => knownProgramUsers(records, call),
  async run(tx, { records }, { actor, now, newId, prepared: users }) {
    checkProgramRecords(records);
    const { stored, known } = await loadPrograms(tx, actor, records);
    refuseUnknownOfPrograms(records, { ...known, users });
    const plan = planProgramImport(records, stored, newId);
    writePrograms(tx, actor, plan, { at: toInstantText(now), newId });
    const { programs, versions, cohorts } = plan;
    return {
      response: {
        records: [
          ...programs.map((entry) => importedRecord('programs', entry)),
          ...versions.map((entry) => importedRecord('programVersions', entry)),
          ...cohorts.map((entry) => importedRecord('cohorts', entry)),
        ],
      },
      events: programEvents(plan),
    };
  },
});
