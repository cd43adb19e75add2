import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { checkCurriculumRecords, refuseUnknownModules } from '../domain/check-curriculum-records.ts';
import { curriculumChanges } from '../domain/curriculum-changes.ts';
import { planCurriculumImport } from '../domain/plan-curriculum-import.ts';
import { curriculumEvents } from '../events/curriculum-events.ts';
import { curriculaOfVersions, loadCurricula, writeCurricula } from '../store/curriculum-import.ts';

/** Imports a batch of a bundle's curricula with their versions and everything nested in these; their source cohorts are imported separately. */
export const importCurricula = command(ImportService.method.importCurricula, {
  async run(tx, { records }, { actor, now, newId }) {
    checkCurriculumRecords(records);
    const { stored, known } = await loadCurricula(tx, actor, records);
    refuseUnknownModules(records, known);
    const plan = planCurriculumImport(records, stored, newId);
    const left = await curriculaOfVersions(tx, actor, plan.leftVersionIds);
    writeCurricula(tx, actor, plan, { at: toInstantText(now), newId });
    const { curricula, versions, terms, pathways, clusters, items } = plan;
    return {
      response: {
        records: [
          ...curricula.map((entry) => importedRecord('curricula', entry)),
          ...versions.map((entry) => importedRecord('curriculaVersions', entry)),
          ...terms.map((entry) => importedRecord('terms', entry)),
          ...pathways.map((entry) => importedRecord('pathways', entry)),
          ...clusters.map((entry) => importedRecord('moduleClusters', entry)),
          ...items.map((entry) => importedRecord('items', entry)),
        ],
      },
      events: curriculumEvents(curriculumChanges(plan, (id) => left.get(id))),
    };
  },
});
