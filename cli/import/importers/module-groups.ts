import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import type { Importer } from './importer.ts';

export const moduleGroupsImporter: Importer<'moduleGroups'> = {
  section: 'moduleGroups',
  async send(records, { call }) {
    return (await call(ImportService.method.importModuleGroups, { records })).records;
  },
};
