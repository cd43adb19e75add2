import { ImportService } from '../../../proto/gen/lyceum/timetracking/v1/import_pb.ts';
import { type Importer, importRequest } from './importer.ts';

export const timestampTemplatesImporter: Importer<'timestampTemplates'> = {
  section: 'timestampTemplates',
  service: ImportService,
  requests(batch, { start }) {
    // The default position of a template is its index in the bundle.
    const records = batch.map((record, index) => ({ ...record, position: record.position ?? start + index }));
    return [importRequest(ImportService.method.importTimestampTemplates, { records })];
  },
};
