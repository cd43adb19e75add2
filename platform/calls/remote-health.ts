import { create } from '@bufbuild/protobuf';
import {
  Health,
  type HealthCheckResponse,
  HealthCheckResponse_ServingStatus as Status,
} from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { ANONYMOUS } from '../core/actor.ts';
import { deadlineAfter } from '../core/clock.ts';
import type { Transport } from './caller.ts';

/** A service's name in `grpc.health.v1`: its proto package. */
export function healthName(service: string): string {
  return `lyceum.${service}.v1`;
}

/** The name in `grpc.health.v1` of the disk that a service's database writes to: NOT_SERVING when it is full. */
export function diskHealthName(service: string): string {
  return `${healthName(service)}/disk`;
}

/** Whether a service in another process says that it can do its work. */
export async function isRemoteReady(transport: Transport, service: string): Promise<boolean> {
  return (await check(transport, healthName(service))) === Status.SERVING;
}

/** Whether a service in another process says that its database's disk is full; one that says nothing of it does not. */
export async function isRemoteDiskFull(transport: Transport, service: string): Promise<boolean> {
  return (await check(transport, diskHealthName(service))) === Status.NOT_SERVING;
}

async function check(transport: Transport, service: string): Promise<Status | undefined> {
  const context = { actor: ANONYMOUS, requestId: 'health', deadline: deadlineAfter(CHECK_MS_AT_MOST) };
  const { check: method } = Health.method;
  try {
    const { message } = await transport.invoke(method, create(method.input, { service }), context);
    return (message as HealthCheckResponse).status;
  } catch {
    return undefined;
  }
}

const CHECK_MS_AT_MOST = 2_000;
