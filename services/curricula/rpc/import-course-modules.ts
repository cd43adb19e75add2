import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { checkModuleRecords, planModuleImport } from '../domain/plan-module-import.ts';
import { curriculaImported } from '../events/curricula-imported.ts';
import { loadModules, writeModules } from '../store/module-import.ts';

/** Imports a batch of a bundle's modules with their versions and tags; what versions require comes by itself. */
export const importCourseModules = command(ImportService.method.importCourseModules, {
  async run(tx, { records }, { actor, now, newId }) {
    checkModuleRecords(records);
    const stored = await loadModules(tx, actor, {
      modules: records.map(({ ref }) => ref),
      versions: records.flatMap(({ versions }) => versions.map(({ ref }) => ref)),
      tagIds: records.flatMap(({ tagIds }) => tagIds),
    });
    const plan = planModuleImport(records, stored, newId);
    writeModules(tx, actor, plan, { at: toInstantText(now), newId });
    return {
      response: {
        records: [
          ...plan.modules.map((entry) => importedRecord('courseModules', entry)),
          ...plan.versions.map((entry) => importedRecord('moduleVersions', entry)),
        ],
      },
      events: curriculaImported(actor, 'courseModules', [...plan.modules, ...plan.versions]),
    };
  },
});
