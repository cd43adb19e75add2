import { cutPage, keysetOf } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { LocationService } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { listLocations as fetchLocations, findLocation } from '../store/locations.ts';

export const getLocation = query(LocationService.method.getLocation, async (db, { id }, { actor }) => ({
  location: (await findLocation(db, actor, id)) ?? refuse('LOCATION_NOT_FOUND'),
}));

export const listLocations = query(
  LocationService.method.listLocations,
  async (db, { page, ids, updatedSince = null }, { actor }) => {
    const keyset = keysetOf(page, '');
    const fetched = await fetchLocations(db, actor, keyset, { ids: ids?.ids ?? null, updatedSince });
    const { rows, hasMore } = cutPage(fetched, keyset);
    return { locations: rows, hasMore };
  },
);
