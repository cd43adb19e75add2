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

/** The name in `grpc.health.v1` of the disk of a service's database: NOT_SERVING if it is full. */
export function diskHealthName(service: string): string {
  return `${healthName(service)}/disk`;
}

/** Whether a service in another process reports that it is serving. */
export async function isRemoteReady(transport: Transport, service: string): Promise<boolean> {
  return (await check(transport, healthName(service))) === Status.SERVING;
}

/** Whether a service in another process reports that its database's disk is full; false if it reports nothing. */
export async function isRemoteDiskFull(transport: Transport, service: string): Promise<boolean> {
  return (await check(transport, diskHealthName(service))) === Status.NOT_SERVING;
}

/**
 * Like {@link isRemoteReady}, but throws the error of the transport if the service does not answer.
 * @param atMostMs timeout
 */
export async function checkHealth(transport: Transport, service: string, atMostMs: number): Promise<boolean> {
  return (await requestStatus(transport, healthName(service), atMostMs)) === Status.SERVING;
}

async function check(transport: Transport, name: string): Promise<Status | undefined> {
  return requestStatus(transport, name, MAX_CHECK_MS).catch(() => undefined);
}

async function requestStatus(transport: Transport, name: string, atMostMs: number): Promise<Status> {
  const context = { actor: ANONYMOUS, requestId: 'health', deadline: deadlineAfter(atMostMs) };
  const { check: method } = Health.method;
  const { message } = await transport.invoke(method, create(method.input, { service: name }), context);
  return (message as HealthCheckResponse).status;
}

const MAX_CHECK_MS = 2_000;
