import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { command } from '../../../platform/handler/command.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { checkRequirements, planRequirements } from '../domain/plan-requirements.ts';
import { loadRequirements, writeRequirements } from '../store/requirements-import.ts';

/** Imports the requirements of module versions: separately, because modules may require each other in any order. */
export const importModuleRequirements = command(ImportService.method.importModuleRequirements, {
  async run(tx, { records }, { actor, newId }) {
    const { connections, refs } = await loadRequirements(tx, actor, records);
    checkRequirements(records, new Set(refs.keys()));
    const plan = planRequirements(records, connections, newId);
    writeRequirements(tx, actor, plan, newId);
    const changed = plan.changedVersionIds.map((id) => ({
      id,
      values: { ref: refs.get(id) ?? '' },
      change: 'update' as const,
    }));
    return { response: { records: changed.map((entry) => importedRecord('moduleVersions', entry)) } };
  },
});
