import { query } from '../../../platform/handler/query.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { endpointMessage, findEndpoint } from '../store/endpoints.ts';

/** GET /webhook-endpoints/{id}. */
export const getEndpoint = query(EndpointService.method.getEndpoint, async (db, { id }, { actor }) => ({
  endpoint: endpointMessage((await findEndpoint(db, actor, id)) ?? refuse('ENDPOINT_NOT_FOUND')),
}));
