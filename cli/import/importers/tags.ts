import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import type { Importer } from './importer.ts';

export const tagsImporter: Importer<'tags'> = {
  section: 'tags',
  async send(records, { call }) {
    return (await call(ImportService.method.importTags, { records })).records;
  },
};
