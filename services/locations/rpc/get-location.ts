import { query } from '../../../platform/handler/query.ts';
import { LocationService } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findLocation } from '../store/locations.ts';

export const getLocation = query(LocationService.method.getLocation, async (db, { id }, { actor }) => ({
  location: (await findLocation(db, actor, id)) ?? refuse('LOCATION_NOT_FOUND'),
}));
