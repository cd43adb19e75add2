import { query } from '../../../platform/handler/query.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { listEndpointHealth as list } from '../store/endpoint-health.ts';

/** How the endpoints of the caller's institution, at most twenty, have answered lately. */
export const listEndpointHealth = query(EndpointService.method.listEndpointHealth, async (db, _, { actor }) => ({
  endpoints: await list(db, actor),
}));
