import type { DescMethodUnary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { parseTargets } from '../libraries/grpc-mux/index.ts';
import { type Call, callerOf } from '../platform/calls/caller.ts';
import { muxTransport, NO_LISTENER } from '../platform/calls/mux-transport.ts';
import { checkHealth } from '../platform/calls/remote-health.ts';
import type { RemoteTransport } from '../platform/calls/remote-transport.ts';
import { ServiceRouter } from '../platform/calls/service-router.ts';
import { callerCredentials, tlsVariables } from '../platform/calls/tls.ts';
import { serviceOf } from '../platform/core/access.ts';
import type { CallContext } from '../platform/core/call-context.ts';
import { deadlineAfter } from '../platform/core/clock.ts';
import { type Environment, readConfig, type Variable, type Variables } from '../platform/core/config/config.ts';
import { optional, port } from '../platform/core/config/variables.ts';
import { Refusal } from '../platform/core/errors/refusal.ts';
import { fromStatus } from '../platform/core/errors/status.ts';
import { systemIds } from '../platform/core/ids.ts';
import { present } from '../platform/core/present.ts';
import { FIRST_SERVER, nameAt } from '../platform/data/placements.ts';
import { byServer, peerVariable } from '../platform/process/peers.ts';
import { Health } from '../proto/gen/grpc/health/v1/health_pb.ts';
import { RefusalSchema } from '../proto/gen/lyceum/common/v1/refusal_pb.ts';
import { CommandFailure } from './failure.ts';
import { OperatorSession } from './operator-session.ts';
import { findOperatorToken } from './operator-token.ts';
import { withRunning } from './running.ts';
import { SERVICES } from './service-names.ts';

/** The gRPC connection from the command line to the services, on behalf of an operator. Connects on the first call. */
export class Connection {
  readonly #router = new ServiceRouter();
  readonly #addresses: Readonly<Record<string, string>>;
  readonly #remotes: ReadonlyMap<string, RemoteTransport>;
  /** Why a service cannot be reached, by service. */
  readonly #faults = new Map<string, string>();
  readonly #operator: OperatorSession;

  /** Throws a ConfigError for invalid addresses, and a StartError for invalid certificates. */
  constructor(given: Environment) {
    const environment = withRunning(given);
    const credentials = callerCredentials(readConfig(tlsVariables, environment));
    this.#addresses = readAddresses(environment, credentials ? 'localhost' : '127.0.0.1');
    this.#operator = new OperatorSession(
      () => findOperatorToken(environment),
      (identity) => this.#callAs(identity),
    );
    this.#remotes = new Map(SERVICES.flatMap((service) => [...this.#remotesOf(service, credentials)]));
  }

  /**
   * Calls services for an institution, or for none (`null`).
   * @param atMostMs timeout of each call
   */
  callFor(institutionId: string | null, atMostMs = MAX_CALL_MS): Call {
    const actor = { kind: 'operator', institutionId } as const;
    return async (method, request) =>
      this.#callAs({ actor, token: await this.#operator.identity() }, atMostMs)(method, request);
  }

  /** The services with addresses of their own, on other servers with those: `timetracking@b`. */
  get names(): readonly string[] {
    return [...this.#remotes.keys()];
  }

  /** The server with the rows of an institution, as the services have said in this connection. */
  serverOf(institutionId: string): string {
    return this.#operator.serverOf(institutionId);
  }

  /**
   * Whether a service reports that it is serving. Needs no operator. Throws a CommandFailure if it does not answer.
   * @param name one of `names`
   * @param atMostMs timeout of the call
   */
  async isServing(name: string, atMostMs: number): Promise<boolean> {
    const transport = present(this.#remotes.get(name), name);
    const [service = ''] = name.split('@');
    try {
      return await checkHealth(transport, service, atMostMs);
    } catch (error) {
      throw this.#explain(fromStatus(error), Health.method.check, service, atMostMs);
    }
  }

  close(): void {
    for (const remote of this.#remotes.values()) remote.close();
  }

  /** Those of a service on all servers, by its names there. */
  #remotesOf(service: string, credentials: ReturnType<typeof callerCredentials>): ReadonlyMap<string, RemoteTransport> {
    const remotes = new Map<string, RemoteTransport>();
    for (const [server, targets] of byServer(this.#addresses[peerVariable(service)] ?? '')) {
      const transport = muxTransport({
        targets: parseTargets(targets),
        credentials,
        // A name may have several addresses: the fault of one where something listens tells more.
        onUnreachable: (_, fault) =>
          this.#faults.set(service, fault === NO_LISTENER ? (this.#faults.get(service) ?? fault) : fault),
      });
      this.#router.add(nameAt(service, server), { transport, isReady: async () => true });
      remotes.set(server, transport);
    }
    this.#router.place(service, remotes, (institutionId) => this.#operator.serverOf(institutionId));
    return new Map([...remotes].map(([server, transport]) => [nameAt(service, server), transport]));
  }

  #callAs(identity: Pick<CallContext, 'actor' | 'token'>, atMostMs = MAX_CALL_MS): Call {
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

  /**
   * Returns a refusal as it is. If no service answered, returns a failure that describes what the address answers, if
   * anything.
   */
  #explain(error: unknown, method: DescMethodUnary, service: string, timeoutMs: number): unknown {
    if (!(error instanceof Refusal) || !(error.cause instanceof ConnectError)) return error;
    const status = error.cause;
    if (status.code !== Code.Unimplemented && status.findDetails(RefusalSchema).length > 0) return error;
    const address = this.#addresses[peerVariable(service)];
    const advice = 'Is Lyceum running? Start it with npm start, and set GRPC_PORT if that prints one, or GRPC_URL.';
    switch (status.code) {
      case Code.Unavailable: {
        const fault = this.#faults.get(service) ?? status.rawMessage;
        if (fault === NO_LISTENER) return new CommandFailure(`Nothing answers at ${address}. ${advice}`);
        return new CommandFailure(`${address} cannot be reached: ${fault}. ${advice}`);
      }
      case Code.DeadlineExceeded:
        return new CommandFailure(`${address} did not answer within ${timeoutMs / 1000} seconds. ${advice}`);
      case Code.Unimplemented:
        return new CommandFailure(
          `${address} does not know ${method.parent.typeName}/${method.name}. Is it another version of Lyceum?`,
        );
      default:
        return new CommandFailure(`What answers at ${address} is not Lyceum: ${status.rawMessage}. ${advice}`);
    }
  }
}

const MAX_CALL_MS = 60_000;

/** @param loopback name of this machine: with TLS a name, because certificates rarely contain the IP address */
function readAddresses(environment: Environment, loopback: string): Record<string, string> {
  const common = readConfig(commonVariables, environment);
  const own = readConfig(ownVariables, environment);
  const fallback = common.GRPC_URL ?? `${loopback}:${common.GRPC_PORT}`;
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value ?? fallback]));
}

/** `host:port`, `http://host:port`, or `dns:///host:port`. */
function address(description: string): Variable<string> {
  return {
    description,
    allowed: 'host:port, http://host:port, dns:///host:port',
    parse(text) {
      const plain = text.replace(/^http:\/\//, '').replace(/\/+$/, '');
      if (!/^(dns:\/\/\/)?(\[[0-9a-f:.]+\]|[^\s:/[\]]+):\d{1,5}$/i.test(plain)) {
        throw new Error('must be host:port or http://host:port');
      }
      parseTargets(plain);
      return plain;
    },
  };
}

/** Those of a service on several servers: `host:port b=host:port`. */
function addresses(one: Variable<string>): Variable<string> {
  return {
    ...one,
    allowed: `${one.allowed}; of another server: b=host:port after a space`,
    parse: (text) =>
      [...byServer(text)]
        .map(([server, target]) => (server === FIRST_SERVER ? one.parse(target) : `${server}=${one.parse(target)}`))
        .join(' '),
  };
}

const commonVariables = {
  GRPC_URL: optional(address('gRPC address of the services')),
  GRPC_PORT: port({
    description: 'gRPC port of the services on this machine, if GRPC_URL is not set',
    fallback: '9090',
  }),
};

const ownVariables = Object.fromEntries(
  SERVICES.map((name) => [peerVariable(name), optional(addresses(address(`gRPC address of ${name}, if it differs`)))]),
);

/** The variables with the services' addresses. */
export const connectionVariables: Variables = { ...commonVariables, ...ownVariables };
