import { command } from '../../../platform/handler/command.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { tagValues } from '../domain/section-values.ts';
import { TAGS } from '../store/section-import.ts';
import { importSection } from './import-section.ts';

/** Imports a batch of a bundle's tags. */
export const importTags = command(ImportService.method.importTags, {
  run: (tx, { records }, context) =>
    importSection(tx, context, { section: 'tags', table: TAGS, values: records.map(tagValues) }),
});
