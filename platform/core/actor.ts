import type { Grant } from './grant.ts';
import type { RoleName } from './roles.ts';

/** On whose behalf a call is made: from identity's signed statement in the metadata, never from a request field. */
export type Actor = IdentifiedActor | AnonymousActor;

/** An actor with a signed identity. */
export type IdentifiedActor = IntegrationActor | FeedActor | AdministratorActor | OperatorActor;

/** An institution's integration. */
export interface IntegrationActor {
  readonly kind: 'integration';
  readonly institutionId: string;
  readonly integrationId: string;
  /** The administrator who created the integration; also the creator of its appointments (decisions 8.4). */
  readonly createdBy: string | null;
  /** What it may do. */
  readonly grant: Grant;
}

/** A caller with the token of a feed: may read what that shows and nothing else (docs/security.md). */
export interface FeedActor {
  readonly kind: 'feed';
  readonly institutionId: string;
  readonly feedId: string;
  readonly scope: FeedScope;
}

/** The scope of a feed, in the words of the service that checks it: a kind of record, and the record's id. */
export interface FeedScope {
  readonly of: string;
  readonly id: string;
}

/** A user who administers an institution, in a session of the console (console 2). */
export interface AdministratorActor {
  readonly kind: 'administrator';
  readonly institutionId: string;
  readonly userId: string;
  /** The user's name, for audit records. */
  readonly name: string;
  readonly sessionId: string;
  /** What the user does for the institution: at least one, when the identity was signed. */
  readonly roles: readonly RoleName[];
}

/** An operator of the installation, who uses the command line. Has an institution if the call concerns one. */
export interface OperatorActor {
  readonly kind: 'operator';
  readonly institutionId: string | null;
  /** Absent for the platform's own work; always present in a call from another process. */
  readonly operator?: Operator;
}

/** A person or a program that operates the installation. */
export interface Operator {
  readonly id: string;
  readonly name: string;
}

/** An unauthenticated caller: may only call RPCs that check a proof of their own, such as a secret. */
export interface AnonymousActor {
  readonly kind: 'anonymous';
  readonly institutionId: null;
}

export const ANONYMOUS: AnonymousActor = { kind: 'anonymous', institutionId: null };

/** An actor that names the one institution that the call may touch. */
export type TenantActor =
  | IntegrationActor
  | FeedActor
  | AdministratorActor
  | (OperatorActor & { readonly institutionId: string });

export function isTenantActor(actor: Actor): actor is TenantActor {
  return actor.institutionId !== null;
}

/** The owner of an idempotency key: keys of different callers never collide (decisions 5.2). */
export function keyHolder(actor: TenantActor): string {
  if (actor.kind === 'integration') return actor.integrationId;
  if (actor.kind === 'feed') return actor.feedId;
  if (actor.kind === 'administrator') return `administrator:${actor.userId}`;
  return actor.operator ? `operator:${actor.operator.id}` : 'operator';
}
