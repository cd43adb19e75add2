import type { TenantActor } from '../../../platform/core/actor.ts';
import { type AreaName, type Grant, grants } from '../../../platform/core/grant.ts';
import { areaOfType } from './event-types.ts';
import { refuse } from './refusals.ts';

/** What receives events of these types: empty for all. */
interface Filtered {
  readonly types: readonly string[];
}

/** The grant of an integration that is limited to some areas; null for every other caller. */
export function limitOf(actor: TenantActor): Grant | null {
  return actor.kind === 'integration' && actor.grant.areas !== null ? actor.grant : null;
}

/** The area of the first of these types that a limit leaves out. */
export function areaBeyond(limit: Grant | null, types: readonly string[]): AreaName | undefined {
  return types.map(areaOfType).find((area) => area !== undefined && limit !== null && !grants(limit, area));
}

/**
 * Whether a caller may know of an endpoint. One that receives more than its integration may see does not exist for it:
 * it could send the events to an address of its own.
 */
export function mayKnow(actor: TenantActor, { types }: Filtered): boolean {
  const limit = limitOf(actor);
  return limit === null || (types.length > 0 && areaBeyond(limit, types) === undefined);
}

/** An endpoint that was found; refuses one that its caller may not know of as if it did not exist. */
export function known<E extends Filtered>(actor: TenantActor, endpoint: E | null): E {
  return endpoint && mayKnow(actor, endpoint) ? endpoint : refuse('ENDPOINT_NOT_FOUND');
}
