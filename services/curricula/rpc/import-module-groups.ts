import { command } from '../../../platform/handler/command.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { moduleGroupValues } from '../domain/section-values.ts';
import { MODULE_GROUPS } from '../store/section-import.ts';
import { importSection } from './import-section.ts';

/** Imports a batch of a bundle's module groups. */
export const importModuleGroups = command(ImportService.method.importModuleGroups, {
  run: (tx, { records }, context) =>
    importSection(tx, context, {
      section: 'moduleGroups',
      table: MODULE_GROUPS,
      values: records.map(moduleGroupValues),
    }),
});
