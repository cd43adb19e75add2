import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { checkModuleRecords, planModuleImport } from '../domain/plan-module-import.ts';
import { curriculaWithin } from '../events/curriculum-events.ts';
import { curriculaWithItemsOf, loadModules, writeModules } from '../store/module-import.ts';

/**
 * Imports a batch of a bundle's modules with their versions and tags; the versions' requirements are imported separately. No events are published for
 * modules, only for the curricula whose items lose a version that moves to another module.
 */
export const importCourseModules = command(ImportService.method.importCourseModules, {
  async run(tx, { records }, { actor, now, newId }) {
    checkModuleRecords(records);
    const stored = await loadModules(tx, actor, {
      modules: records.map(({ ref }) => ref),
      versions: records.flatMap(({ versions }) => versions.map(({ ref }) => ref)),
      tagIds: records.flatMap(({ tagIds }) => tagIds),
    });
    const plan = planModuleImport(records, stored, newId);
    const curriculumIds = await curriculaWithItemsOf(tx, actor, plan.movedVersionIds);
    writeModules(tx, actor, plan, { at: toInstantText(now), newId });
    return {
      response: {
        records: [
          ...plan.modules.map((entry) => importedRecord('courseModules', entry)),
          ...plan.versions.map((entry) => importedRecord('moduleVersions', entry)),
        ],
      },
      events: curriculaWithin(curriculumIds),
    };
  },
});
