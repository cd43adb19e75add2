import { Type } from 'typebox';
import { LocationService } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { Location, locationExample } from '../../schema/location.ts';
import { Ids, Instant } from '../../schema/types.ts';
import { locationView } from './location-view.ts';

export const listLocations = listEndpoint({
  path: '/locations',
  operationId: 'listLocations',
  tag: 'Locations',
  service: 'locations',
  summary: 'List locations',
  description: 'Ordered by `name`, by code point.',
  filters: Type.Object({
    ids: Ids('locations'),
    updatedSince: Type.Optional(
      Instant('Only locations changed at or after this instant. A change of a room is none of its location.'),
    ),
  }),
  item: Location,
  example: locationExample,
  position: ({ name, id }) => ({ sort: name, id }),
  async run({ filters, page, call }) {
    const { locations, hasMore, nextUpdatedSince } = await call(LocationService.method.listLocations, {
      ...filters,
      page,
    });
    return { items: locations.map(locationView), hasMore, nextUpdatedSince };
  },
});
