import type { DescMethodUnary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { type Call, callerOf } from '../platform/calls/caller.ts';
import { connectionFault, NO_LISTENER } from '../platform/calls/connection-fault.ts';
import { grpcTransport } from '../platform/calls/grpc-transport.ts';
import { checkHealth } from '../platform/calls/remote-health.ts';
import type { RemoteTransport } from '../platform/calls/remote-transport.ts';
import { ServiceRouter } from '../platform/calls/service-router.ts';
import { callerCredentials, tlsVariables } from '../platform/calls/tls.ts';
import type { CallContext } from '../platform/core/call-context.ts';
import { deadlineAfter } from '../platform/core/clock.ts';
import { type Environment, readConfig, type Variable, type Variables } from '../platform/core/config/config.ts';
import { optional, port } from '../platform/core/config/variables.ts';
import { Refusal } from '../platform/core/errors/refusal.ts';
import { fromStatus } from '../platform/core/errors/status.ts';
import { systemIds } from '../platform/core/ids.ts';
import { present } from '../platform/core/present.ts';
import { peerVariable } from '../platform/process/peers.ts';
import { Health } from '../proto/gen/grpc/health/v1/health_pb.ts';
import { RefusalSchema } from '../proto/gen/lyceum/common/v1/refusal_pb.ts';
import { CommandFailure } from './failure.ts';
import { OperatorSession } from './operator-session.ts';
import { findOperatorToken } from './operator-token.ts';
import { SERVICES } from './service-names.ts';

/** The way from the command line to the services: gRPC, on behalf of an operator. Connects at the first call. */
export class Connection {
  readonly #router = new ServiceRouter();
  readonly #addresses: Readonly<Record<string, string>>;
  readonly #remotes: ReadonlyMap<string, RemoteTransport>;
  readonly #isSecured: boolean;
  readonly #operator: OperatorSession;

  /** Throws a ConfigError for addresses that cannot be any, and a StartError for certificates. */
  constructor(environment: Environment) {
    const credentials = callerCredentials(readConfig(tlsVariables, environment));
    this.#isSecured = credentials !== undefined;
    this.#addresses = readAddresses(environment, this.#isSecured ? 'localhost' : '127.0.0.1');
    this.#operator = new OperatorSession(
      () => findOperatorToken(environment),
      (identity) => this.#callAs(identity),
    );
    this.#remotes = new Map(
      SERVICES.map((service) => {
        const transport = grpcTransport(this.#addresses[peerVariable(service)] ?? '', credentials);
        this.#router.add(service, { transport, isReady: async () => true });
        return [service, transport];
      }),
    );
  }

  /**
   * Calls services for an institution, or for none.
   * @param atMostMs how long each call may take
   */
  callFor(institutionId: string | null, atMostMs = CALL_MS_AT_MOST): Call {
    const actor = { kind: 'operator', institutionId } as const;
    return async (method, request) =>
      this.#callAs({ actor, token: await this.#operator.identity() }, atMostMs)(method, request);
  }

  /**
   * Whether a service says that it can do its work. Needs no operator. Throws a CommandFailure where it does not answer.
   * @param atMostMs how long it may take to answer
   */
  async isServing(service: string, atMostMs: number): Promise<boolean> {
    const transport = present(this.#remotes.get(service), service);
    try {
      return await checkHealth(transport, service, atMostMs);
    } catch (error) {
      throw this.#explain(fromStatus(error), Health.method.check, service, atMostMs);
    }
  }

  close(): void {
    for (const remote of this.#remotes.values()) remote.close();
  }

  #callAs(identity: Pick<CallContext, 'actor' | 'token'>, atMostMs = CALL_MS_AT_MOST): Call {
    return async (method, request) => {
      const deadline = deadlineAfter(atMostMs);
      const call = callerOf(this.#router, { ...identity, requestId: systemIds.newRequestId(), deadline });
      try {
        return await call(method, request);
      } catch (error) {
        throw this.#explain(error, method, serviceOf(method), atMostMs);
      }
    };
  }

  /** A refusal stays one; where no service has spoken, the failure says what listens, or does not, at the address. */
  #explain(error: unknown, method: DescMethodUnary, service: string, timeoutMs: number): unknown {
    if (!(error instanceof Refusal) || !(error.cause instanceof ConnectError)) return error;
    const status = error.cause;
    if (status.findDetails(RefusalSchema).length > 0) return error;
    const address = this.#addresses[peerVariable(service)];
    const advice = 'Is Lyceum running? Start it with npm start, or set GRPC_URL.';
    switch (status.code) {
      case Code.Unavailable: {
        const fault = connectionFault(status.rawMessage, this.#isSecured);
        if (fault === NO_LISTENER) return new CommandFailure(`Nothing answers at ${address}. ${advice}`);
        return new CommandFailure(`${address} cannot be reached: ${fault}. ${advice}`);
      }
      case Code.DeadlineExceeded:
        return new CommandFailure(`${address} has not answered within ${timeoutMs / 1000} seconds. ${advice}`);
      case Code.Unimplemented:
        return new CommandFailure(
          `${address} does not know ${method.parent.typeName}/${method.name}: is it another version?`,
        );
      default:
        return new CommandFailure(`What answers at ${address} is not Lyceum: ${status.rawMessage}. ${advice}`);
    }
  }
}

function serviceOf(method: DescMethodUnary): string {
  return method.parent.file.proto.package.split('.')[1] ?? '';
}

const CALL_MS_AT_MOST = 60_000;

/** @param loopback this machine's name: a certificate may bear that, and hardly its number */
function readAddresses(environment: Environment, loopback: string): Record<string, string> {
  const common = readConfig(commonVariables, environment);
  const own = readConfig(ownVariables, environment);
  const fallback = common.GRPC_URL ?? `${loopback}:${common.GRPC_PORT}`;
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value ?? fallback]));
}

/** `host:port`, `http://host:port`, or a name that gRPC resolves (`dns:///directory:9090`). */
function address(description: string): Variable<string> {
  return {
    description,
    allowed: 'host:port, http://host:port, dns:///host:port',
    parse(text) {
      const plain = text.replace(/^http:\/\//, '').replace(/\/+$/, '');
      if (!/^(dns:\/\/[^/\s]*\/)?(\[[0-9a-f:.]+\]|[^\s:/[\]]+):\d{1,5}$/i.test(plain)) {
        throw new Error('must be host:port or http://host:port');
      }
      return plain;
    },
  };
}

const commonVariables = {
  GRPC_URL: optional(address('where the services answer gRPC')),
  GRPC_PORT: port({
    description: 'port of this machine on which the services answer gRPC, where GRPC_URL is not set',
    fallback: '9090',
  }),
};

const ownVariables = Object.fromEntries(
  SERVICES.map((name) => [peerVariable(name), optional(address(`where ${name} answers gRPC, if elsewhere`))]),
);

/** What says where the services answer the command line. */
export const connectionVariables: Variables = { ...commonVariables, ...ownVariables };
