import { Type } from 'typebox';
import { LocationService } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { listEndpoint } from '../../endpoint/endpoint.ts';
import { Location, locationExample } from '../../schema/location.ts';
import { locationView } from './location-view.ts';

export const listLocations = listEndpoint({
  path: '/locations',
  operationId: 'listLocations',
  tag: 'Locations',
  service: 'locations',
  summary: 'List locations',
  description: 'Ordered by `name`, by code point.',
  filters: Type.Object({}),
  item: Location,
  example: locationExample,
  position: ({ name, id }) => ({ sort: name, id }),
  async run({ page, call }) {
    const { locations, hasMore } = await call(LocationService.method.listLocations, { page });
    return { items: locations.map(locationView), hasMore };
  },
});
