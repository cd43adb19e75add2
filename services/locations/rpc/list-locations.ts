import { cutPage, keysetOf } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { LocationService } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { listLocations as fetchLocations } from '../store/locations.ts';

export const listLocations = query(
  LocationService.method.listLocations,
  async (db, { page, ids, updatedSince = null }, { actor }) => {
    const keyset = keysetOf(page, '');
    const fetched = await fetchLocations(db, actor, keyset, { ids: ids?.ids ?? null, updatedSince });
    const { rows, hasMore } = cutPage(fetched, keyset);
    return { locations: rows, hasMore };
  },
);
