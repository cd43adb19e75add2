import { areaOf, type Need, needOf } from '../../platform/core/grant.ts';
import { Area } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { type Endpoint, isPublic } from './endpoint.ts';
import { tags } from './tags.ts';

/**
 * What an operation needs of an integration: the area of its tag, and to write if it is a write.
 * @throws TypeError for a tag that does not say its area
 */
export function endpointNeed(endpoint: Endpoint): Need {
  const { area } = tags[endpoint.tag];
  const isOpen = area === null || isPublic(endpoint);
  return needOf([isOpen ? Area.NONE : areaOf(area)], { writes: endpoint.kind === 'write' });
}
