import { type DescMethod, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import { setTrailerStatus } from '@connectrpc/connect/protocol-grpc';
import {
  type ServiceDefinition as GrpcServiceDefinition,
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { deadlineAfter } from '../clock.ts';
import { refuse } from '../errors/refusal.ts';
import { toStatus } from '../errors/status.ts';
import type { Implementation } from '../implement.ts';
import type { Reply } from '../operation.ts';
import type { RunningService } from '../service.ts';
import { readContext, writeReplyFacts } from './metadata.ts';

interface GrpcServerOptions {
  /** `127.0.0.1:9090`; port 0 takes a free one. */
  readonly address: string;
  readonly services: readonly RunningService[];
}

/** Serves services over ordinary unary gRPC, with `grpc.health.v1`. */
export class GrpcServer {
  readonly #server = new Server({
    'grpc.max_receive_message_length': 64 * 1024 * 1024,
    'grpc-node.flow_control_window': 1024 * 1024,
  });
  readonly #options: GrpcServerOptions;
  readonly #health: HealthImplementation;
  #watch: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(options: GrpcServerOptions) {
    this.#options = options;
    for (const service of options.services) {
      for (const implementation of service.definition.implementations) {
        this.#server.addService(definitionOf(implementation), handlersOf(implementation, service));
      }
    }
    this.#health = new HealthImplementation(
      Object.fromEntries(this.#healthNames().map((name) => [name, 'NOT_SERVING'])),
    );
    this.#health.addToServer(this.#server);
  }

  /** Begins to listen; returns the port. Health follows the services' readiness. */
  async start(): Promise<number> {
    const port = await new Promise<number>((resolve, reject) => {
      this.#server.bindAsync(this.#options.address, ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    await this.#look();
    this.#watch = setInterval(() => void this.#look(), LOOK_EVERY_MS);
    this.#watch.unref();
    return port;
  }

  /** Not ready → no new calls → those under way end. Calls that outlast the grace are cut off. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#watch);
    for (const name of this.#healthNames()) this.#health.setStatus(name, 'NOT_SERVING');
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#server.forceShutdown();
        resolve();
      }, graceMs);
      this.#server.tryShutdown(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async #look(): Promise<void> {
    const states = await Promise.all(this.#options.services.map((service) => service.isReady()));
    if (this.#stopping) return;
    this.#options.services.forEach((service, index) => {
      this.#health.setStatus(healthName(service), states[index] ? 'SERVING' : 'NOT_SERVING');
    });
    this.#health.setStatus('', states.every(Boolean) ? 'SERVING' : 'NOT_SERVING');
  }

  #healthNames(): string[] {
    return ['', ...this.#options.services.map(healthName)];
  }
}

const LOOK_EVERY_MS = 2_000;

/** A service's name in `grpc.health.v1`: its proto package. */
function healthName(service: RunningService): string {
  return `lyceum.${service.definition.name}.v1`;
}

function definitionOf({ service }: Implementation): GrpcServiceDefinition {
  return Object.fromEntries(
    service.methods.map((method) => [
      method.localName,
      {
        path: `/${service.typeName}/${method.name}`,
        requestStream: false,
        responseStream: false,
        requestSerialize: (message: Message) => Buffer.from(toBinary(method.input, message)),
        requestDeserialize: (bytes: Buffer) => fromBinary(method.input, bytes),
        responseSerialize: (message: Message) => Buffer.from(toBinary(method.output, message)),
        responseDeserialize: (bytes: Buffer) => fromBinary(method.output, bytes),
      },
    ]),
  );
}

function handlersOf({ service }: Implementation, running: RunningService): UntypedServiceImplementation {
  const handlers: Record<string, handleUnaryCall<Message, Message>> = {};
  for (const method of service.methods) {
    handlers[method.localName] = (call, respond) => {
      answer(method, call, running).then(
        (reply) => {
          if (reply.facts) call.sendMetadata(toMetadata(writeReplyFacts(reply.facts)));
          respond(null, reply.message);
        },
        (thrown: unknown) => {
          const error = thrown instanceof ConnectError ? thrown : toStatus(thrown);
          respond({ code: error.code as number, details: error.rawMessage, metadata: errorMetadata(error) });
        },
      );
    };
  }
  return handlers as UntypedServiceImplementation;
}

/** Throws Refusals and ConnectErrors. */
async function answer(
  method: DescMethod,
  call: ServerUnaryCall<Message, Message>,
  running: RunningService,
): Promise<Reply> {
  const ended = new AbortController();
  call.on('cancelled', () => ended.abort());
  const context = readContext(
    { get: (name) => call.metadata.get(name)[0]?.toString() ?? null },
    {
      deadline: Math.min(Number(call.getDeadline()), deadlineAfter(CALL_MS_AT_MOST)),
      newRequestId: () => running.runtime.ids.newRequestId(),
      signal: ended.signal,
    },
  );
  return context ? running.handle(method, call.request, context) : refuse('CALLER_UNAUTHENTICATED');
}

/** A caller without a deadline gets this one. */
const CALL_MS_AT_MOST = 60_000;

function errorMetadata(error: ConnectError): Metadata {
  const trailer = new Headers();
  setTrailerStatus(trailer, error);
  const details = trailer.get('grpc-status-details-bin');
  const metadata = new Metadata();
  if (details !== null) metadata.set('grpc-status-details-bin', Buffer.from(details, 'base64'));
  return metadata;
}

function toMetadata(entries: readonly [string, string][]): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of entries) metadata.set(name, value);
  return metadata;
}
