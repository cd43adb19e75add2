import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type DescMethod, type DescMethodUnary, getOption } from '@bufbuild/protobuf';
import type { ServerUnaryCall } from '@grpc/grpc-js';
import { Access, callers } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { accessOf, TENANTS_ACCESS } from '../core/access.ts';
import type { Actor } from '../core/actor.ts';
import { refuse } from '../core/errors/refusal.ts';

/** Which processes may make a call, where they show certificates: by role, for the contract names them. */
export interface AllowedCallers {
  readonly roles: ReadonlySet<string>;
  readonly access: Access;
}

/** The roles of those who are no service. */
export const GATEWAY = 'gateway';
export const OPERATOR = 'operator';

/** Who may make a call, as the contract says. */
export function allowedCallersOf(method: DescMethod): AllowedCallers {
  const access = accessOf(method as DescMethodUnary);
  const stated = getOption(method, callers);
  return { access, roles: new Set(stated.length > 0 || !TENANTS_ACCESS.has(access) ? stated : [GATEWAY]) };
}

/** The other end of a connection: what its certificate lets it do. */
export class Peer {
  readonly #roles: readonly string[] | null;

  private constructor(roles: readonly string[] | null) {
    this.#roles = roles;
  }

  /** Who makes a call, or opens a stream of calls. @param showsCertificate whether callers must; where they need not, all are alike */
  static of(call: Pick<ServerUnaryCall<unknown, unknown>, 'getAuthContext'>, showsCertificate: boolean): Peer {
    if (!showsCertificate) return new Peer(null);
    return new Peer(rolesOf(call.getAuthContext().sslPeerCertificate?.subjectaltname ?? ''));
  }

  /** Who has sent a request over a connection. */
  static ofSocket(socket: Socket | TLSSocket): Peer {
    return new Peer('getPeerCertificate' in socket ? rolesOf(socket.getPeerCertificate().subjectaltname ?? '') : null);
  }

  /** Whether its certificate says anything of what it is. */
  get hasRole(): boolean {
    return this.#roles === null || this.#roles.length > 0;
  }

  /** Refuses a call that is not its business, or on behalf of somebody whose calls do not come from it: CALLER_FORBIDDEN. */
  admit(allowed: AllowedCallers, actor: Actor): void {
    if (this.#roles !== null && !this.#roles.some((role) => mayCall(role, allowed, actor))) refuse('CALLER_FORBIDDEN');
  }
}

function mayCall(role: string, { roles, access }: AllowedCallers, actor: Actor): boolean {
  // Operators come with an identity of their own, or to get one.
  if (role === OPERATOR)
    return (actor.kind === 'operator' || actor.kind === 'anonymous') && (access !== Access.ANYONE || roles.has(role));
  if (!roles.has(role)) return false;
  // Services pass on the identities of both; the gateway is never given an operator's.
  return role !== GATEWAY || actor.kind !== 'operator';
}

/**
 * What a certificate says of its process: `URI:spiffe://lyceum/gateway` among its alternative names. One of several roles, for a machine that has one
 * certificate for all, may do what any of them may.
 */
function rolesOf(alternativeNames: string): string[] {
  // Node puts a name with a comma into quotes, so that no name can look like two.
  return alternativeNames.split(', ').flatMap((name) => ROLE.exec(name)?.[1] ?? []);
}

/** What a caller hears whose certificate names none. */
export const NO_ROLE = 'the certificate of the caller names no role (spiffe://lyceum/…)';

const ROLE = /^URI:spiffe:\/\/lyceum\/([a-z]+)$/;
