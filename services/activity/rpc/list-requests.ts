import { cutPage, newestFirst } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { endOfScan, listRequests as list, requestMessage } from '../store/requests.ts';
import { ownerOf } from './owner-of.ts';

/** GET /requests: the latest first. A page ends where the scan for matching requests does. */
export const listRequests = query(RequestService.method.listRequests, async (db, request, { actor }) => {
  const owner = ownerOf(actor, request.integrationId);
  const keyset = newestFirst(request.page);
  const { statusFrom = 0, statusTo = 999, method = null, route = null, requestId = null } = request;
  const { from = '-infinity', to = 'infinity' } = request;
  const filter = { statusFrom, statusTo, method, route, requestId, from, to };
  const { rows, hasMore } = cutPage(await list(db, owner, filter, keyset), keyset);
  const requests = rows.map(requestMessage);
  if (hasMore) return { requests, hasMore };
  const last = await endOfScan(db, owner, filter, keyset);
  return last ? { requests, hasMore: true, end: { sort: last.time, id: last.id } } : { requests, hasMore };
});
