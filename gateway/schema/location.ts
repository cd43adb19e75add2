import { type Static, Type } from 'typebox';
import { LocationSchema } from '../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { representation } from './contract.ts';
import { Id } from './types.ts';

/** A location as every answer shows it. */
export const Location = representation('Location', LocationSchema, {
  id: Id('The location’s id.'),
  name: Type.String({ description: 'The location’s name.', maxLength: 100, examples: ['Campus Harbour'] }),
  address: Type.String({
    description: 'A postal address, for maps and geocoding.',
    maxLength: 500,
    examples: ['Hafenstraße 12, 20457 Hamburg'],
  }),
  institutionId: Id('The institution that the location belongs to.'),
  roomsCount: null,
  _count: Type.Object(
    {
      rooms: Type.Integer({ description: 'The number of rooms, including archived ones.', minimum: 0, examples: [12] }),
    },
    { description: 'The number of records that belong to the location. The rooms themselves are not included.' },
  ),
  revision: null,
});
export type LocationView = Static<typeof Location>;

export const locationExample: LocationView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0d01',
  name: 'Campus Harbour',
  address: 'Hafenstraße 12, 20457 Hamburg',
  institutionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0a01',
  _count: { rooms: 12 },
};
