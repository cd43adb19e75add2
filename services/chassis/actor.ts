/** On whose behalf a call is made. It travels as call metadata and is set by the edge (gateway, CLI), never by a request field. */
export type Actor = IntegrationActor | OperatorActor | GatewayActor;

/** An institution's integration, authenticated by the gateway (spec: Authentication). */
export interface IntegrationActor {
  readonly kind: 'integration';
  readonly institutionId: string;
  readonly integrationId: string;
  /** The administrator who created the integration, who is the creator of its appointments (decisions 8.4). */
  readonly createdBy: string | null;
}

/** An operator of the installation, such as the command line; with an institution when the call concerns one. */
export interface OperatorActor {
  readonly kind: 'operator';
  readonly institutionId: string | null;
}

/** The gateway itself, before it knows the caller: it may only look up credentials. */
export interface GatewayActor {
  readonly kind: 'gateway';
  readonly institutionId: null;
}

/** An actor that names the one institution that the call may touch. */
export type TenantActor = IntegrationActor | (OperatorActor & { readonly institutionId: string });

export function isTenantActor(actor: Actor): actor is TenantActor {
  return actor.institutionId !== null;
}

/** Who holds an idempotency key: keys of different integrations never meet (decisions 5.2). */
export function keyHolder(actor: TenantActor): string {
  return actor.kind === 'integration' ? actor.integrationId : 'operator';
}
