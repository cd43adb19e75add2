import { present } from '../../../platform/core/present.ts';
import { LocationService } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { Location, locationExample } from '../../schema/location.ts';
import { locationView } from './location-view.ts';

export const getLocation = readEndpoint({
  path: '/locations/{id}',
  operationId: 'getLocation',
  tag: 'Locations',
  service: 'locations',
  summary: 'Get one location',
  description: 'Returns the number of rooms, not the rooms.',
  data: Location,
  example: locationExample,
  async run({ params, call }) {
    const response = await call(LocationService.method.getLocation, { id: params.id });
    const location = present(response.location, 'location');
    return { data: locationView(location), revision: location.revision };
  },
});
