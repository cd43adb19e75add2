import { cutPage, newestFirst } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { listRequests as list, requestMessage } from '../store/request-chunks.ts';
import { ownerOf } from './owner-of.ts';

/** GET /requests: the latest first. A page ends where the scan for matching requests does. */
export const listRequests = query(RequestService.method.listRequests, async (db, request, { actor }) => {
  const owner = ownerOf(actor, request.integrationId);
  const keyset = newestFirst(request.page);
  const { statusFrom = 0, statusTo = 999, method = null, route = null, requestId = null } = request;
  const { from = '-infinity', to = 'infinity' } = request;
  const filter = { statusFrom, statusTo, method, route, requestId, from, to };
  const { rows, end } = await list(db, owner, filter, keyset);
  const page = cutPage(rows, keyset);
  const requests = page.rows.map(requestMessage);
  return end ? { requests, hasMore: true, end } : { requests, hasMore: page.hasMore };
});
