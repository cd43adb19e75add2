import type { DescMethodUnary, Message } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { decodeJwt } from 'jose';
import type { Actor } from '../core/actor.ts';
import type { CallContext, Reply } from '../core/call-context.ts';
import { FIRST_SERVER } from '../data/placements.ts';
import type { Transport } from './caller.ts';
import { SERVER } from './identity/claims.ts';

/** The server with an institution's rows, for a call whose identity does not name one. */
export type ServerOf = (institutionId: string) => string;

/**
 * Carries each call to the processes of a service whose database has the institution's rows. The signed identity says
 * which; for operators, and calls without an identity, the caller's own knowledge. Which is a hint alone: the service
 * itself refuses a call for an institution that it does not have.
 */
export class PlacedTransport implements Transport {
  readonly #transports: ReadonlyMap<string, Transport>;
  readonly #serverOf: ServerOf;

  /** @param transports by server */
  constructor(transports: ReadonlyMap<string, Transport>, serverOf: ServerOf) {
    this.#transports = transports;
    this.#serverOf = serverOf;
  }

  async invoke(method: DescMethodUnary, request: Message, context: CallContext): Promise<Reply> {
    const server = this.#serverFor(request, context);
    const transport = this.#transports.get(server);
    if (transport) return transport.invoke(method, request, context);
    throw new ConnectError(`no route to ${method.parent.typeName} on the server "${server}"`, Code.Unavailable);
  }

  #serverFor(request: Message, { actor, token }: CallContext): string {
    if (token !== undefined && actor.kind !== 'operator') return serverIn(actor, token);
    const institutionId = institutionOf(request, actor);
    return institutionId === null ? FIRST_SERVER : this.#serverOf(institutionId);
  }
}

/** The institution of a call: that of its actor, or, of a call that belongs to none, the one that the request names. */
export function institutionOf(request: Message, actor: Actor): string | null {
  if (actor.institutionId !== null) return actor.institutionId;
  const { institutionId } = request as Message & { readonly institutionId?: unknown };
  return typeof institutionId === 'string' && institutionId !== '' ? institutionId : null;
}

/** The claim of an identity, which was verified where it came in. */
function serverIn(actor: Actor, token: string): string {
  const known = servers.get(actor);
  if (known?.token === token) return known.server;
  const server = String(decodeJwt(token)[SERVER] ?? FIRST_SERVER);
  servers.set(actor, { token, server });
  return server;
}

/** Callers keep the actor of an identity as long as they keep the identity. */
const servers = new WeakMap<Actor, { readonly token: string; readonly server: string }>();
