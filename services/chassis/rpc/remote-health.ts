import type { Transport } from '@connectrpc/connect';
import { Health, HealthCheckResponse_ServingStatus } from '../../../proto/gen/grpc/health/v1/health_pb.ts';
import { contextValuesOf } from '../call-context.ts';
import { deadlineAfter } from '../clock.ts';

/** Whether a service in another process says that it can do its work. */
export async function remoteHealth(transport: Transport, service: string): Promise<boolean> {
  const context = contextValuesOf({
    actor: { kind: 'gateway', institutionId: null },
    requestId: 'health',
    deadline: deadlineAfter(CHECK_MS_AT_MOST),
  });
  try {
    const request = { service: `lyceum.${service}.v1` };
    const { message } = await transport.unary(Health.method.check, undefined, undefined, undefined, request, context);
    return message.status === HealthCheckResponse_ServingStatus.SERVING;
  } catch {
    return false;
  }
}

const CHECK_MS_AT_MOST = 2_000;
