import type { ResourceJson } from '../../../dev/testing/resource-json.ts';
import { maskOf, resourceIn } from '../../../platform/core/json-resource.ts';
import { type Endpoint, EndpointSchema } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';

/** What a PATCH of an endpoint with these fields asks for. */
export function endpointChange(fields: ResourceJson<Endpoint>) {
  return { endpoint: resourceIn(EndpointSchema, fields), updateMask: maskOf(EndpointSchema, fields) };
}
