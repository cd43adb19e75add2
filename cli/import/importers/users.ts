import { ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import type { Importer } from './importer.ts';

export const usersImporter: Importer<'users'> = {
  section: 'users',
  async send(records, { call }) {
    return (await call(ImportService.method.importUsers, { records })).records;
  },
};
