import { command } from '../../../platform/handler/command.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { recordBatch } from '../store/record-batch.ts';

/** Records what a gateway has answered (console 5.2). The gateway proves itself by its certificate, and each request was authenticated there. */
export const recordRequests = command(RequestService.method.recordRequests, {
  async run(tx, batch, { now }) {
    await recordBatch(tx, batch, now);
    return { response: {} };
  },
});
