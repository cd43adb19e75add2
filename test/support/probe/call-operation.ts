import { create, type DescMessage, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import type { AdministratorActor, IntegrationActor } from '../../../platform/core/actor.ts';
import type { CallContext, IdempotencyKey, Reply } from '../../../platform/core/call-context.ts';
import { deadlineAfter } from '../../../platform/core/clock.ts';
import { fromStatus } from '../../../platform/core/errors/status.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { handleCall } from '../../../platform/handler/handle-call.ts';
import type { Operation } from '../../../platform/handler/operation.ts';
import type { RunningService } from '../../../platform/process/service.ts';
import { identityOf } from '../calls/test-identities.ts';

/** An integration of a new institution. */
export function newActor(): IntegrationActor {
  return {
    kind: 'integration',
    institutionId: systemIds.newId(),
    integrationId: systemIds.newId(),
    createdBy: null,
    grant: FULL,
  };
}

/** An administrator of an institution. */
export function newAdministratorActor(institutionId: string): AdministratorActor {
  return {
    kind: 'administrator',
    institutionId,
    userId: systemIds.newId(),
    name: 'Ada ☕',
    sessionId: systemIds.newId(),
    roles: ['owner'],
  };
}

export function newContext(context: Partial<CallContext> = {}): CallContext {
  const { actor = newActor(), ...more } = context;
  return { ...identityOf(actor), requestId: systemIds.newRequestId(), deadline: deadlineAfter(60_000), ...more };
}

export function newKey(): IdempotencyKey {
  return { key: systemIds.newId(), fingerprint: 'a' };
}

/** Calls an operation that is in no gRPC service, as if a call had arrived. Throws Refusals. */
export async function callOperation<I extends DescMessage, O extends DescMessage>(
  { runtime }: RunningService,
  operation: Operation<I, O>,
  request: MessageInitShape<I>,
  context: Partial<CallContext> = {},
): Promise<Reply<MessageShape<O>>> {
  try {
    return (await handleCall({
      operation,
      runtime,
      request: create(operation.method.input, request),
      context: newContext(context),
    })) as Reply<MessageShape<O>>;
  } catch (error) {
    throw fromStatus(error);
  }
}
