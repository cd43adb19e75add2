import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type DescMethod, type DescMethodUnary, getOption } from '@bufbuild/protobuf';
import type { ServerUnaryCall } from '@grpc/grpc-js';
import { Access, callers } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { accessOf } from '../core/access.ts';
import type { Actor } from '../core/actor.ts';
import { refuse } from '../core/errors/refusal.ts';

/** The processes that may make a call, if certificates are used: by the roles that the proto names. */
export interface AllowedCallers {
  readonly roles: ReadonlySet<string>;
  readonly access: ReadonlySet<Access>;
}

/** The roles that are not services. */
export const GATEWAY = 'gateway';
export const CONSOLE = 'console';
export const OPERATOR = 'operator';

/** The callers that may make a call, from the options of the proto. */
export function allowedCallersOf(method: DescMethod): AllowedCallers {
  const access = accessOf(method as DescMethodUnary);
  const stated = getOption(method, callers);
  return { access, roles: new Set(stated.length > 0 ? stated : [...access].flatMap((each) => ROLES[each] ?? [])) };
}

/** The roles that call an RPC for actors of a kind, unless the proto names them. */
const ROLES: { readonly [A in Access]?: string } = {
  [Access.TENANT]: GATEWAY,
  [Access.CALENDAR]: GATEWAY,
  [Access.ADMINISTRATOR]: CONSOLE,
};

/** The other end of a connection, with the roles in its certificate. */
export class Peer {
  readonly #roles: readonly string[] | null;

  private constructor(roles: readonly string[] | null) {
    this.#roles = roles;
  }

  /**
   * The peer of a call or a stream of calls.
   * @param showsCertificate whether certificates are required; if not, all peers have all roles
   */
  static of(call: Pick<ServerUnaryCall<unknown, unknown>, 'getAuthContext'>, showsCertificate: boolean): Peer {
    if (!showsCertificate) return new Peer(null);
    return new Peer(rolesOf(call.getAuthContext().sslPeerCertificate?.subjectaltname ?? ''));
  }

  /** The peer of a socket. */
  static ofSocket(socket: Socket | TLSSocket): Peer {
    return new Peer('getPeerCertificate' in socket ? rolesOf(socket.getPeerCertificate().subjectaltname ?? '') : null);
  }

  /** Whether its certificate names any role. */
  get hasRole(): boolean {
    return this.#roles === null || this.#roles.length > 0;
  }

  /** Throws CALLER_FORBIDDEN if the peer may not make this call, or not on behalf of this actor. */
  admit(allowed: AllowedCallers, actor: Actor): void {
    if (this.#roles !== null && !this.#roles.some((role) => mayCall(role, allowed, actor))) refuse('CALLER_FORBIDDEN');
  }
}

function mayCall(role: string, { roles, access }: AllowedCallers, actor: Actor): boolean {
  // Operators have their own identity, or call to get one.
  if (role === OPERATOR)
    return (actor.kind === 'operator' || actor.kind === 'anonymous') && (!access.has(Access.ANYONE) || roles.has(role));
  if (!roles.has(role)) return false;
  // Services forward identities of all kinds; the gateway and the console receive those of their own clients alone.
  if (role === CONSOLE) return actor.kind === 'administrator' || actor.kind === 'anonymous';
  return role !== GATEWAY || (actor.kind !== 'operator' && actor.kind !== 'administrator');
}

/**
 * The roles in a certificate: `URI:spiffe://lyceum/gateway` among its alternative names. A certificate with several
 * roles, for a machine with one certificate for all processes, has the permissions of each.
 */
function rolesOf(alternativeNames: string): string[] {
  // Node quotes a name with a comma, so that no name can look like two.
  return alternativeNames.split(', ').flatMap((name) => ROLE.exec(name)?.[1] ?? []);
}

/** The error for a caller whose certificate names no role. */
export const NO_ROLE = 'the certificate of the caller names no role (spiffe://lyceum/…)';

const ROLE = /^URI:spiffe:\/\/lyceum\/([a-z]+)$/;
