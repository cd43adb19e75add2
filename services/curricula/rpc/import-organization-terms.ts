import { command } from '../../../platform/handler/command.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { organizationTermValues } from '../domain/section-values.ts';
import { ORGANIZATION_TERMS } from '../store/section-import.ts';
import { importSection } from './import-section.ts';

/** Imports a batch of a bundle's academic terms. */
export const importOrganizationTerms = command(ImportService.method.importOrganizationTerms, {
  run: (tx, { records }, context) =>
    importSection(tx, context, {
      section: 'organizationTerms',
      table: ORGANIZATION_TERMS,
      values: records.map(organizationTermValues),
    }),
});
