import { query } from '../../../platform/handler/query.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findRequest, requestMessage } from '../store/request-chunks.ts';
import { ownerOf } from './owner-of.ts';

/** GET /requests/{requestId}. */
export const getRequest = query(RequestService.method.getRequest, async (db, { requestId }, { actor }) => ({
  request: requestMessage((await findRequest(db, ownerOf(actor, undefined), requestId)) ?? refuse('REQUEST_NOT_FOUND')),
}));
