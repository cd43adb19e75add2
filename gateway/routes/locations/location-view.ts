import type { Location } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import type { LocationView } from '../../schema/location.ts';

/** A location as the specification shows it. */
export function locationView({ id, name, address, institutionId, roomsCount }: Location): LocationView {
  return { id, name, address, institutionId, _count: { rooms: roomsCount } };
}
