import { ImportService } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';
import type { Importer } from './importer.ts';

export const locationsImporter: Importer<'locations'> = {
  section: 'locations',
  async send(records, { call }) {
    return (await call(ImportService.method.importLocations, { records })).records;
  },
  weigh: ({ rooms }) => rooms.reduce((sum, { setups = [] }) => sum + 1 + setups.length, 1),
};
