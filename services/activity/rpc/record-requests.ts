import { refuse } from '../../../platform/core/errors/refusal.ts';
import { isInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { type SentRequest, secondOf } from '../domain/chunks.ts';
import { recordBatch } from '../store/record-batch.ts';
import { requestRowsOf } from '../store/write-requests.ts';

/** Records what a gateway has answered. */
export const recordRequests = command(RequestService.method.recordRequests, {
  async prepare({ requests }) {
    return requestRowsOf(requests.length === 0 ? [] : recordsIn(requests));
  },
  async run(tx, { batchId, usage }, { now, prepared }) {
    await recordBatch(tx, { batchId, requests: prepared, usage }, now);
    return { response: {} };
  },
});

/** @throws REQUEST_INVALID unless it is a JSON array of records with their times: without mutual TLS, others than gateways reach the port. */
function recordsIn(json: Uint8Array): SentRequest[] {
  try {
    const records: unknown = JSON.parse(Buffer.from(json).toString());
    const isRecord = (each: unknown) => typeof (each as SentRequest | null)?.time === 'string';
    if (Array.isArray(records) && records.every(isRecord)) {
      const seconds = new Set(records.map(({ time }) => secondOf(time)));
      if ([...seconds].every(isInstantText)) return records;
    }
  } catch {}
  refuse('REQUEST_INVALID', {
    violations: [{ pointer: '/requests', code: 'invalid_type', message: 'must be a JSON array of records' }],
  });
}
