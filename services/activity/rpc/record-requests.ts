import { refuse } from '../../../platform/core/errors/refusal.ts';
import { isInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { Owner, StoredRequest } from '../domain/chunks.ts';
import { recordBatch } from '../store/record-batch.ts';

/** Records what a gateway has answered. */
export const recordRequests = command(RequestService.method.recordRequests, {
  async prepare({ requests }) {
    return requests.length === 0 ? [] : recordsIn(requests);
  },
  async run(tx, { batchId, usage }, { now, prepared }) {
    await recordBatch(tx, { batchId, requests: prepared, usage }, now);
    return { response: {} };
  },
});

/** @throws REQUEST_INVALID unless it is a JSON array of records with their times: without mutual TLS, others than gateways reach the port. */
function recordsIn(json: Uint8Array): (Owner & StoredRequest)[] {
  try {
    const records: unknown = JSON.parse(Buffer.from(json).toString());
    if (Array.isArray(records) && records.every((each) => typeof each?.time === 'string' && isInstantText(each.time)))
      return records;
  } catch {}
  refuse('REQUEST_INVALID', {
    violations: [{ pointer: '/requests', code: 'invalid_type', message: 'must be a JSON array of records' }],
  });
}
