import { command } from '../../../platform/handler/command.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { recordBatch } from '../store/record-batch.ts';

/** Records what a gateway has answered. */
export const recordRequests = command(RequestService.method.recordRequests, {
  async prepare({ requests }) {
    return requests.length === 0 ? [] : JSON.parse(Buffer.from(requests).toString());
  },
  async run(tx, { batchId, usage }, { now, prepared }) {
    await recordBatch(tx, { batchId, requests: prepared, usage }, now);
    return { response: {} };
  },
});
