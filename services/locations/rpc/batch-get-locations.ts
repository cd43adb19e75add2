import { query } from '../../../platform/handler/query.ts';
import { LocationService } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { listLocationsByIds } from '../store/locations.ts';

export const batchGetLocations = query(LocationService.method.batchGetLocations, async (db, { ids }, { actor }) => ({
  locations: await listLocationsByIds(db, actor, ids),
}));
