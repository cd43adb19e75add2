import type { IdentityVerifier } from '../../../platform/calls/identity/identity-verifier.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { acceptableRecords, acceptableUsage } from '../domain/acceptable.ts';
import { Proofs, type Statement } from '../domain/proofs.ts';
import { recordBatch } from '../store/record-batch.ts';

/**
 * Records what a gateway has answered. Each request is proven by what identity has signed of who made it, so that a
 * caller can invent none of an integration that it was not shown a credential of.
 */
export const recordRequests = command(RequestService.method.recordRequests, {
  async prepare({ batchId, requests, usage, identities }, { runtime }) {
    const proofs = new Proofs(await statementsOf(identities, present(runtime.verifier, 'verifier')));
    const { records, leftOut } = acceptableRecords(requests, proofs);
    if (leftOut > 0)
      runtime.log.warn({ batchId, leftOut }, 'records of requests that nobody has proven, or that cannot be stored');
    return { batchId, requests: records, usage: acceptableUsage(usage, proofs) };
  },
  async run(tx, _batch, { now, prepared }) {
    await recordBatch(tx, prepared, now);
    return { response: {} };
  },
});

async function statementsOf(tokens: readonly string[], verifier: IdentityVerifier): Promise<Statement[]> {
  const read = await Promise.allSettled(tokens.map((token) => verifier.read(token)));
  return read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}
