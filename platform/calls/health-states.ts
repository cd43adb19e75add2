import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { type handleServerStreamingCall, type handleUnaryCall, type Server, status } from '@grpc/grpc-js';
import {
  Health,
  type HealthCheckRequest,
  type HealthCheckResponse,
  HealthCheckResponseSchema,
  type HealthListRequest,
  type HealthListResponse,
  HealthListResponseSchema,
  HealthCheckResponse_ServingStatus as Status,
} from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { pathOf } from './remote-transport.ts';
import type { ServedMethod } from './served-methods.ts';
import { definitionOf } from './served-methods.ts';

/** The health name for liveness of the process, independent of its database; `''` is its readiness. */
export const LIVENESS = 'liveness';

/** The states of a process in `grpc.health.v1`, by name; several servers can serve it. */
export class HealthStates {
  readonly #states = new Map<string, HealthCheckResponse>();
  readonly #watchers = new Set<(name: string) => void>();

  set(name: string, isServing: boolean): void {
    const state = isServing ? Status.SERVING : Status.NOT_SERVING;
    if (this.#states.get(name)?.status === state) return;
    this.#states.set(name, create(HealthCheckResponseSchema, { status: state }));
    for (const tell of this.#watchers) tell(name);
  }

  addTo(server: Server): void {
    const check: handleUnaryCall<HealthCheckRequest, HealthCheckResponse> = ({ request: { service } }, respond) => {
      const state = this.#states.get(service);
      respond(state ? null : { code: status.NOT_FOUND, details: unknown(service) }, state);
    };
    const list: handleUnaryCall<HealthListRequest, HealthListResponse> = (_, respond) =>
      respond(null, create(HealthListResponseSchema, { statuses: Object.fromEntries(this.#states) }));
    const watch: handleServerStreamingCall<HealthCheckRequest, HealthCheckResponse> = (call) => {
      const { service } = call.request;
      const tell = (name: string) => {
        if (name === service) call.write(this.#states.get(service) ?? UNKNOWN);
      };
      this.#watchers.add(tell);
      call.on('cancelled', () => this.#watchers.delete(tell));
      tell(service);
    };
    const { method } = Health;
    const definitions = {
      check: definitionOf(method.check),
      list: definitionOf(method.list),
      watch: definitionOf(method.watch),
    };
    server.addService(definitions, { check, list, watch });
  }

  /** `Check`, for callers that are not clients of gRPC. */
  served(): [path: string, served: ServedMethod] {
    const method = Health.method.check;
    const handle: ServedMethod['handle'] = async (request) => {
      const { service } = request as HealthCheckRequest;
      const message = this.#states.get(service);
      if (!message) throw new ConnectError(unknown(service), Code.NotFound);
      return { message };
    };
    return [pathOf(method), { method, allowed: null, newRequestId: () => 'health', handle }];
  }
}

const UNKNOWN = create(HealthCheckResponseSchema, { status: Status.SERVICE_UNKNOWN });

function unknown(service: string): string {
  return `no service ${service}`;
}
