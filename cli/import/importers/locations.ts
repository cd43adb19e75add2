import { ImportService } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { type Importer, importRequest } from './importer.ts';

export const locationsImporter: Importer<'locations'> = {
  section: 'locations',
  service: ImportService,
  requests: (records) => [importRequest(ImportService.method.importLocations, { records })],
  weigh: ({ rooms }) => rooms.reduce((sum, { setups = [] }) => sum + 1 + setups.length, 1),
};
