import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { isIP } from 'node:net';
import type { DescMethodUnary } from '@bufbuild/protobuf';
import {
  ConnectError,
  type ConnectRouter,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import type { CallContext } from '../core/call-context.ts';
import { deadlineAfter } from '../core/clock.ts';
import { refuse } from '../core/errors/refusal.ts';
import { toStatus } from '../core/errors/status.ts';
import { rejectMessage } from '../core/rejected-message.ts';
import { admitCall, type Callers, explainUnauthenticated } from './answer-call.ts';
import type { HealthStates } from './health-states.ts';
import { FIRST_BYTES_WITHIN_MS, Listener, unaccepted } from './listener.ts';
import { MAX_CALL_MS, MAX_MESSAGE_BYTES } from './message-limits.ts';
import { writeReplyMetadata } from './metadata.ts';
import { Peer } from './peer.ts';
import { pathOf } from './remote-transport.ts';
import { type ServedMethod, type ServedService, servedMethods } from './served-methods.ts';

interface ConnectServerOptions extends Callers {
  /** `127.0.0.1:9190`; port 0 chooses a free one. */
  readonly address: string;
  readonly services: readonly ServedService[];
  /** The states of `grpc.health.v1`, the same as on the port of gRPC. */
  readonly health: HealthStates;
}

/** Serves services over HTTP/1.1: the Connect protocol and gRPC-Web. */
export class ConnectServer {
  readonly #address: string;
  readonly #listener: Listener;
  /** The responses in flight. */
  readonly #answers = new Set<{ readonly headersSent: boolean; setHeader(name: string, value: string): unknown }>();

  constructor({ address, services, health, ...callers }: ConnectServerOptions) {
    this.#address = address;
    const answer = connectCalls(servedMethods(services).set(...health.served()), callers);
    const listener: RequestListener = (request, response) => {
      this.#answers.add(response);
      response.once('close', () => this.#answers.delete(response));
      answer(request, response);
    };
    const limits = { headersTimeout: FIRST_BYTES_WITHIN_MS, requestTimeout: MAX_CALL_MS };
    const { tls } = callers;
    const server = tls
      ? createSecureServer({ ...tls, ...limits, handshakeTimeout: FIRST_BYTES_WITHIN_MS }, listener).on(
          'error',
          unaccepted,
        )
      : createServer(limits, listener).on('error', unaccepted);
    this.#listener = new Listener(server.on('clientError', rejectMessage));
  }

  /** Starts listening; returns the port. */
  start(): Promise<number> {
    return this.#listener.listen(this.#address);
  }

  /** Connections end after their responses, idle ones at once; those that exceed the grace period are cut off. */
  async stop(graceMs: number): Promise<void> {
    for (const answer of this.#answers) if (!answer.headersSent) answer.setHeader('connection', 'close');
    const timer = setTimeout(() => this.#listener.cutOff(), graceMs);
    await this.#listener.close();
    clearTimeout(timer);
  }
}

/** Answers calls over the Connect protocol and gRPC-Web, for example from `curl` and `buf curl`. */
export function connectCalls(served: ReadonlyMap<string, ServedMethod>, callers: Callers): RequestListener {
  const answer = connectNodeAdapter({
    grpc: false,
    // A small compressed message can unfold to the largest one. Nothing in the installation compresses.
    acceptCompression: [],
    readMaxBytes: MAX_MESSAGE_BYTES,
    writeMaxBytes: MAX_MESSAGE_BYTES,
    // A misspelt field must not be treated as a missing one.
    jsonOptions: { ignoreUnknownFields: false },
    contextValues: ({ socket }) => createContextValues().set(PEER, Peer.ofSocket(socket)),
    // Runs before the message is read.
    requestGate: (call) => refusing(callers, () => admit(served, callers, call)),
    routes: (router) => {
      for (const method of served.values()) addMethod(router, method, callers);
    },
  });
  return (request, response) => {
    const rejection = reasonToReject(request, callers.tls !== undefined);
    if (rejection === null) return answer(request, response);
    const { status, code, message } = rejection;
    // Does not wait for the rest of the body.
    response
      .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      .end(JSON.stringify({ code, message }));
  };
}

async function admit(served: ReadonlyMap<string, ServedMethod>, { verifier }: Callers, call: HandlerContext) {
  const method = served.get(pathOf(call.method));
  if (!method) refuse('OPERATION_UNIMPLEMENTED');
  const deadline = deadlineAfter(Math.min(call.timeoutMs() ?? MAX_CALL_MS, MAX_CALL_MS));
  const peer = call.values.get(PEER) ?? refuse('CALLER_FORBIDDEN');
  const arrived = { metadata: call.requestHeader, deadline, signal: call.signal };
  const context = await admitCall(method, arrived, { verifier, peer });
  const isForAnyone = method.allowed === null || method.allowed.access.has(Access.ANYONE);
  if (context.actor.kind === 'anonymous' && !isForAnyone) refuse('CALLER_UNAUTHENTICATED');
  call.values.set(CONTEXT, context);
}

function addMethod(router: ConnectRouter, { method, handle }: ServedMethod, callers: Callers): void {
  router.rpc(method as DescMethodUnary, (request, call) =>
    refusing(callers, async () => {
      const reply = await handle(request, call.values.get(CONTEXT) ?? refuse('CALLER_UNAUTHENTICATED'));
      for (const [name, value] of writeReplyMetadata(reply)) call.responseHeader.set(name, value);
      return reply.message;
    }),
  );
}

/** Throws ConnectErrors only. */
async function refusing<T>(callers: Callers, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw explainUnauthenticated(callers, thrown instanceof ConnectError ? thrown : toStatus(thrown));
  }
}

const PEER = createContextKey<Peer | undefined>(undefined);
const CONTEXT = createContextKey<CallContext | undefined>(undefined);

/** Why a request is rejected: the HTTP status, and a message for the author of the client. */
interface Rejection {
  readonly status: number;
  readonly code: 'invalid_argument' | 'permission_denied' | 'unimplemented';
  readonly message: string;
}

/**
 * Why a request that a browser could have been tricked into sending is rejected, or null. Foreign pages cannot read
 * responses of this port, because it allows no origin; their requests must not even run, whatever the name of the page
 * (DNS rebinding) and however simple the request.
 * @param isSecured with TLS, the browser itself detects that the port is not the page's: its certificate has another
 * name
 */
function reasonToReject({ method, headers }: IncomingMessage, isSecured: boolean): Rejection | null {
  const host = hostOf(headers.host);
  if (host === null)
    return { status: 400, code: 'invalid_argument', message: 'The request does not say which host it is for.' };
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return { status: 403, code: 'permission_denied', message: 'Browsers are not served here: they have /api/v4.' };
  if (!isSecured && !isPrivateName(host)) return { status: 403, code: 'permission_denied', message: UNKNOWN_NAME };
  if (method !== 'POST') return { status: 405, code: 'unimplemented', message: 'Calls are made by POST.' };
  return null;
}

function hostOf(authority: string | undefined): string | null {
  const url = authority ? URL.parse(`http://${authority}`) : null;
  return url && url.pathname === '/' && url.username === '' ? url.hostname : null;
}

/**
 * Whether the name cannot be registered in the public DNS: addresses, names without a dot, and suffixes reserved for
 * private networks.
 */
function isPrivateName(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(name) !== 0 || /^[^.]+$|\.(localhost|local|internal|svc)$/.test(name);
}

const UNKNOWN_NAME =
  'Without TLS this port is called by address, by a name without a dot, or by one that ends with .svc, .local, .internal or .localhost: docs/internal-services.md.';
