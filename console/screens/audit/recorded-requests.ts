import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { requestPath } from '../requests/requests-table.ts';

/**
 * The pages of the requests that have caused changes, by request id. Only integrations' requests are recorded, for some
 * days.
 */
export async function requestPages(
  call: OptionalCall,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<string, string>> {
  const asked = new Map(
    records.filter(({ actorKind }) => actorKind === 'integration').map((each) => [each.requestId, each.recordedAt]),
  );
  const pages = await Promise.all(
    [...asked].map(async ([requestId, recordedAt]) => {
      const at = fromInstantText(recordedAt);
      const around = { from: toInstantText(at - NEAR_MS), to: toInstantText(at + NEAR_MS) };
      const answer = await call(RequestService.method.listRequests, { requestId, page: { size: 1 }, ...around });
      const [found] = answer?.requests ?? [];
      return found ? [[requestId, requestPath(found)] as const] : [];
    }),
  );
  return new Map(pages.flat());
}

/** A request and its change are near each other; so few days are searched. */
const NEAR_MS = 10 * 60_000;
