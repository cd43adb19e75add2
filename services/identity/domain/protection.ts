import type { TenantActor } from '../../../platform/core/actor.ts';
import { OWNER, type RoleName } from '../../../platform/core/roles.ts';

/**
 * Whether an administrator has a role that the caller, another one, lacks: who decides how somebody signs in could be
 * them. Integrations and operators have no roles, and may; owners lack none.
 */
export function isProtected({ roles }: { readonly roles: readonly RoleName[] }, caller: TenantActor): boolean {
  if (caller.kind !== 'administrator' || caller.roles.includes(OWNER)) return false;
  return roles.some((role) => !caller.roles.includes(role));
}
