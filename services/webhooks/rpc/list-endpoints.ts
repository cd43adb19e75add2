import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { endpointMessage, listEndpoints as list } from '../store/endpoints.ts';

/** GET /webhook-endpoints: in order of creation. */
export const listEndpoints = query(EndpointService.method.listEndpoints, async (db, { page }, { actor }) => {
  const keyset = instantKeyset(page);
  const { rows, hasMore } = cutPage(await list(db, actor, keyset), keyset);
  return { endpoints: rows.map(endpointMessage), hasMore };
});
